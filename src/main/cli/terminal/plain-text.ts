/** Characters that a terminal obeys instead of showing them: names, titles and texts come from others. */
const OBEYED = /[^\P{Cc}\n\t]/gu;

/** Text of several lines in which a terminal finds nothing to obey. */
export function plainText(text: string): string {
  return text.replaceAll(OBEYED, '');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
