/** Where a space belongs between two pieces of text, and what never reaches a reader. */

/** Scripts that write words without spaces between them. */
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

/** Chinese and Japanese letters and their punctuation: sentences follow each other without a space, too. */
const EAST_ASIAN_START =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff65]/u;
const EAST_ASIAN_END =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff65]$/u;

/** Whether the text has letters of a script that writes no spaces between words. */
export function isSpaceless(text: string): boolean {
  return SPACELESS.test(text);
}

/** What stands between two neighbouring sentences: nothing inside Chinese or Japanese, else one space. */
export function separator(left: string, right: string): '' | ' ' {
  return EAST_ASIAN_END.test(left) && EAST_ASIAN_START.test(right) ? '' : ' ';
}

/** Joins texts as one person would write them in a row. Blank texts vanish. */
export function joinTexts(texts: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    if (last !== '') parts.push(separator(last, trimmed));
    parts.push(trimmed);
    last = trimmed;
  }
  return parts.join('');
}

/** Text safe to show on one line: no control characters, no broken surrogates, single spaces. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}
