/**
 * The names and terms in a text, separated by commas, semicolons or line breaks; without duplicates, in their first
 * spelling.
 */
export function toTerms(text: string): string[] {
  const terms = text.split(/[,;\n、，]/u).map((term) => term.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(terms.filter(Boolean))];
}
