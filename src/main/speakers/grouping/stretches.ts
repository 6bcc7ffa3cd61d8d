import { addTo, dot, rowOf, type VoicePrints } from '../voice-prints.ts';

/** Windows `from` … `to` − 1, without a pause and most likely one person's. */
export type Stretch = { from: number; to: number };

/** How much longer the sums of two parts must be together than that of the whole to be two people's. */
const CHANGE = 0.7;
const SHORTEST = 2;

/** Parts the windows at pauses, and where what comes after is unlike what came before. */
export function cutStretches(prints: VoicePrints): Stretch[] {
  const { windows } = prints;
  const stretches: Stretch[] = [];
  let from = 0;
  for (let to = 1; to <= windows.length; to += 1) {
    const [before, after] = [windows[to - 1], windows[to]];
    if (before && after && after.startMs <= before.endMs) continue;
    stretches.push(...partAtChanges(prints, { from, to }));
    from = to;
  }
  return stretches;
}

function partAtChanges(prints: VoicePrints, whole: Stretch): Stretch[] {
  const change = findChange(prints, whole);
  if (change === null) return [whole];
  return [
    ...partAtChanges(prints, { from: whole.from, to: change }),
    ...partAtChanges(prints, { from: change, to: whole.to }),
  ];
}

/** The place at which the parts' sums are longest; null where that is not long enough. */
function findChange({ dim, vectors }: VoicePrints, { from, to }: Stretch): number | null {
  if (to - from < 2 * SHORTEST) return null;
  const after = new Float32Array(dim);
  for (let row = from; row < to; row += 1) addTo(after, rowOf(vectors, dim, row));
  const whole = lengthOf(after);
  const before = new Float32Array(dim);
  let best = { at: 0, gain: CHANGE };
  for (let at = from + 1; at <= to - SHORTEST; at += 1) {
    addTo(before, rowOf(vectors, dim, at - 1));
    addTo(after, rowOf(vectors, dim, at - 1), -1);
    const gain = lengthOf(before) + lengthOf(after) - whole;
    if (at - from >= SHORTEST && gain > best.gain) best = { at, gain };
  }
  return best.at === 0 ? null : best.at;
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}
