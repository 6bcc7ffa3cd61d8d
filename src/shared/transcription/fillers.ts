/** Sounds like "um", which can be left out of what is read. What is stored keeps them. */

/**
 * Only what is no word of its language: German "um" and Portuguese "um" are, English "er" may be an abbreviation, and
 * "eh", "ah" and "ben" say something.
 */
const FILLERS: Readonly<Record<string, RegExp>> = {
  en: /^(?:um+|uhm+|uh+|erm+)$/,
  de: /^(?:ä+h+m*|ö+h+m*|e+h+m+)$/,
  fr: /^(?:e+u+h+m*)$/,
  es: /^(?:e+h+m+)$/,
  it: /^(?:e+h+m+)$/,
  nl: /^(?:u+h+m*|e+h+m+)$/,
  pt: /^(?:e+h+m+)$/,
  sv: /^(?:ö+h+m*|e+h+m+)$/,
  da: /^(?:ø+h+m*|e+h+m+)$/,
  no: /^(?:ø+h+m*|e+h+m+)$/,
  pl: /^(?:y{2,}|e{3,}|e+h+m+)$/,
};

/** Hyphens hold "uh-huh" together; quotation marks are part of a word that is spoken about. */
const WORD = /[\p{L}\p{M}\p{N}'’"“”„«»-]+/gu;
const SENTENCE_END = /[.!?…]["'”’»)]*\s*$/u;

/** A part of a text that is left out; `begins` where the sentence now begins behind it, with a capital. */
export type LeftOut = { from: number; to: number; begins: boolean };

/** Where fillers are, in order, each with the comma or the full stop that goes with it. */
export function fillerSpans(text: string, language: string): LeftOut[] {
  const filler = FILLERS[language];
  if (filler === undefined) return [];
  const spans: LeftOut[] = [];
  let kept = '';
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length;
    // All capitals are an abbreviation, and a question is one.
    const isOne = filler.test(word.toLowerCase()) && word.slice(1) === word.slice(1).toLowerCase();
    if (!isOne || /^[!?]/.test(text.slice(end))) continue;
    kept += text.slice(at, index);
    const first = kept.trim() === '' || SENTENCE_END.test(kept);
    const span = first ? atStart(text, index, end) : within(text, index, end);
    spans.push({ ...span, begins: first && /^\p{Lu}/u.test(word) });
    at = span.to;
  }
  return spans;
}

/** With its comma or full stop, and the space behind. */
function atStart(text: string, from: number, end: number) {
  return { from, to: end + lengthOf(/^(?:\.{3}|[,.…])?\s*/, text.slice(end)) };
}

/** With the comma after it; at the end of a sentence, whose mark stays, with the comma before it. */
function within(text: string, index: number, end: number) {
  const rest = text.slice(end);
  if (rest !== '' && !/^[.…]/.test(rest))
    return { from: index, to: end + lengthOf(/^,?\s*/, rest) };
  const before = text.slice(0, index).trimEnd();
  return { from: before.length - (before.endsWith(',') ? 1 : 0), to: end };
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;
