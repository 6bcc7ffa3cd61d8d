import { dot, rowOf, type VoicePrints } from '../voice-prints.ts';
import type { Stretch } from './stretches.ts';

/** Nobody says the same thing twice so alike; found in recordings of one person whose clips came back. */
const ALIKE = 0.92;
/** Of more than half an hour, a jingle or a loop is too small a part to matter and takes too long to find. */
const MOST_WINDOWS = 3000;

/**
 * Which stretches were heard before, as a jingle, a loop or a clip played again is: most of their windows have a copy
 * among the earlier ones. They say nothing new of how one voice varies, and together would look like a voice of their own.
 */
export function findCopies(
  { dim, vectors, windows }: VoicePrints,
  stretches: readonly Stretch[],
): boolean[] {
  if (windows.length > MOST_WINDOWS) return stretches.map(() => false);
  const isCopy = (row: number, before: number): boolean => {
    const vector = rowOf(vectors, dim, row);
    for (let earlier = 0; earlier < before; earlier += 1) {
      if (dot(vector, rowOf(vectors, dim, earlier)) > ALIKE) return true;
    }
    return false;
  };
  return stretches.map(({ from, to }) => {
    let copies = 0;
    for (let row = from; row < to; row += 1) copies += isCopy(row, from) ? 1 : 0;
    return copies * 2 > to - from;
  });
}
