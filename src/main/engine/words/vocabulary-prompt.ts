/** Names and terms as the text that Whisper is given before a window, so that it spells them alike. Pure. */

/** Whisper takes 223 tokens before a window; some are left for what it heard before in the same window. */
const MOST_TOKENS = 200;
/** What the engine's protocol takes. */
const MOST_BYTES = 1024;
/** Names fall into more tokens than other words, letters beyond ASCII into more than those within. */
const LETTERS_A_TOKEN = 2.5;
const BYTES_A_TOKEN = 1.5;

export type VocabularyPrompt = {
  /** Null where there are no terms. */
  text: string | null;
  /** How many terms had no room, the last ones. */
  left: number;
};

/** The first terms that the prompt has room for, each of them whole. */
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
