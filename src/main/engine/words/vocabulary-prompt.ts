/** Builds the prompt of names and terms that Whisper gets before a window, so that it spells them alike. Pure. */

/** Whisper takes 223 prompt tokens; the rest is left for text already decoded in the same window. */
const MOST_TOKENS = 200;
/** The limit of the engine's protocol. */
const MOST_BYTES = 1024;
/** Names split into more tokens than other words, and non-ASCII letters into more than ASCII. */
const LETTERS_A_TOKEN = 2.5;
const BYTES_A_TOKEN = 1.5;

export type VocabularyPrompt = {
  /** Null when there are no terms. */
  text: string | null;
  /** How many terms, from the end of the list, did not fit. */
  left: number;
};

/** Takes as many whole terms from the start of the list as fit into the prompt. */
export function vocabularyPrompt(terms: readonly string[]): VocabularyPrompt {
  let text = '';
  for (const [index, term] of terms.entries()) {
    const longer = text === '' ? term : `${text}, ${term}`;
    if (!fits(`${longer}.`))
      return { text: text === '' ? null : `${text}.`, left: terms.length - index };
    text = longer;
  }
  return { text: text === '' ? null : `${text}.`, left: 0 };
}

function fits(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(/[^\p{ASCII}]/gu, '').length;
  const tokens = ascii / LETTERS_A_TOKEN + (bytes - ascii) / BYTES_A_TOKEN;
  return bytes <= MOST_BYTES && tokens <= MOST_TOKENS;
}
