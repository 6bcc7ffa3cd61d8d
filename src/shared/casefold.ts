const ACCENTS = /[\u0300-\u036f]/g;

/** Letters and digits alone, in lower case: whether two texts say the same, whatever stands between their words. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** The text without case and accents, for comparing titles and search words. */
export function casefold(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase();
}
