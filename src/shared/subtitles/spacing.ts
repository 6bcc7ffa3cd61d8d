/** Where a space belongs between two pieces of text, and which characters are removed. */

/** Scripts without spaces between words. */
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

/** Chinese and Japanese characters and punctuation: no space between sentences either. */
const EAST_ASIAN_START =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff65]/u;
const EAST_ASIAN_END =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff65]$/u;

/** Whether the text has letters of a script without spaces between words. */
export function isSpaceless(text: string): boolean {
  return SPACELESS.test(text);
}

/** The separator of two adjacent sentences: none within Chinese or Japanese, else one space. */
export function separator(left: string, right: string): '' | ' ' {
  return EAST_ASIAN_END.test(left) && EAST_ASIAN_START.test(right) ? '' : ' ';
}

/** Joins texts into continuous text. Blank texts are dropped. */
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

/** Text that is safe on one line, in XML too: no control or non-characters, no lone surrogates, single spaces. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
    .trim();
}
