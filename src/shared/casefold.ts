const ACCENTS = /[\u0300-\u036f]/g;

/** The text without case and accents, for comparing titles and search words. */
export function casefold(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase();
}
