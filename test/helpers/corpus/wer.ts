/** Word error rate as speech recognition counts it. */

/** Lower-cased words without punctuation. */
export function normalizeWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Substitutions, insertions and deletions per word of the truth (Levenshtein distance over words). */
export function wordErrorRate(truth: string, given: string): number {
  const wanted = normalizeWords(truth);
  const got = normalizeWords(given);
  if (wanted.length === 0) return got.length === 0 ? 0 : 1;
  let row = got.map((_, i) => i + 1);
  wanted.forEach((word, i) => {
    let diagonal = i;
    let left = i + 1;
    row = got.map((other, j) => {
      const above = row[j] ?? 0;
      const cost = Math.min(diagonal + (word === other ? 0 : 1), above + 1, left + 1);
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return (row.at(-1) ?? wanted.length) / wanted.length;
}
