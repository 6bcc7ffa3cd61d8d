/** Finds the term of a vocabulary that a doubtful word or phrase is almost the same as. Pure. */
import { spellingKey } from './spelling.ts';

/** Letters that sound alike at the start of a word. */
const ALIKE = ['ckq', 'fv', 'vw', 'sz', 'gj', 'iy'];
/** A shorter word is close to too many others. */
const SHORTEST = 4;
const LONG = 7;

/** Terms by the letters that what is meant may begin with. */
export type NearTerms = ReadonlyMap<string, readonly Term[]>;
type Term = { term: string; letters: string };

/** The terms that are long enough to be told apart. */
export function toNearTerms(vocabulary: readonly string[]): NearTerms {
  const terms = new Map<string, Term[]>();
  for (const term of vocabulary) {
    const letters = lettersOf(term);
    if (letters.length < SHORTEST) continue;
    for (const first of alikeTo(letters.charAt(0))) {
      terms.set(first, [...(terms.get(first) ?? []), { term, letters }]);
    }
  }
  return terms;
}

/** Without spaces and punctuation: "cube ernetes" is compared with "Kubernetes" as one. */
export function lettersOf(text: string): string {
  return spellingKey(text).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** The one closest term and how many letters differ; null if none is close enough, or two are as close. */
export function nearestTerm(
  letters: string,
  terms: NearTerms,
): { term: string; distance: number } | null {
  if (letters.length < SHORTEST) return null;
  let best: { term: string; distance: number } | null = null;
  let tied = false;
  for (const { term, letters: wanted } of terms.get(letters.charAt(0)) ?? []) {
    const most = Math.min(letters.length, wanted.length) < LONG ? 1 : 2;
    if (Math.abs(letters.length - wanted.length) > most) continue;
    const distance = editDistance(letters, wanted);
    if (distance > most) continue;
    if (best === null || distance < best.distance) [best, tied] = [{ term, distance }, false];
    else if (distance === best.distance) tied = true;
  }
  return tied ? null : best;
}

function alikeTo(letter: string): Set<string> {
  return new Set([letter, ...ALIKE.filter((set) => set.includes(letter)).join('')]);
}

/** How many letters must be added, taken away, exchanged or swapped with their neighbor (Damerau–Levenshtein). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const plain = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + differs,
      );
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwap ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
