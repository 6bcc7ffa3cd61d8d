const ACCENTS = /[\u0300-\u036f]/g;

/** The same text without case and accents, as people compare titles and words they look for. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase();
}
