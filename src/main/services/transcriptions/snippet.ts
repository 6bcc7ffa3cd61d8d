import type { Snippet } from '../../../shared/api.ts';
import { fold } from '../../../shared/fold.ts';

/** Characters shown on each side of what was found. */
const CONTEXT = 80;

/** A stretch of a text around the first of the words, found as the index finds them: without case and accents. */
export function makeSnippet(text: string, words: readonly string[]): Snippet {
  const letters = [...text];
  const folded = letters.map(fold);
  const places = words
    .map((word) => findWord(folded, fold(word)))
    .filter((place) => place !== null)
    .toSorted((a, b) => a.from - b.from);
  const { from, to } = places[0] ?? { from: 0, to: 0 };
  const start = Math.max(0, from - CONTEXT);
  const end = Math.min(letters.length, to + CONTEXT);
  return {
    before: (start > 0 ? '…' : '') + letters.slice(start, from).join(''),
    match: letters.slice(from, to).join(''),
    after: letters.slice(to, end).join('') + (end < letters.length ? '…' : ''),
  };
}

/** Folding may change a letter's length, so places are looked up through the folded letters' own offsets. */
function findWord(folded: readonly string[], word: string): { from: number; to: number } | null {
  const at = folded.join('').indexOf(word);
  if (at < 0) return null;
  let offset = 0;
  let from = -1;
  for (const [index, letter] of folded.entries()) {
    if (from < 0 && offset + letter.length > at) from = index;
    offset += letter.length;
    const ends = from >= 0 && offset >= at + word.length;
    // An accent written by itself folds to nothing and belongs to the letter before it.
    if (ends && folded[index + 1] !== '') return { from, to: index + 1 };
  }
  return null;
}
