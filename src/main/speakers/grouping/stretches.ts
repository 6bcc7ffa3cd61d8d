import { addTo, dot, rowOf, type VoicePrints } from '../voice-prints.ts';

/** Windows `from` … `to` − 1, without a pause and most likely of one speaker. */
export type Stretch = { from: number; to: number };

/** Two parts belong to different speakers if the lengths of their vector sums exceed that of the whole by this much. */
const CHANGE = 0.7;
const SHORTEST = 2;

/** Splits the windows at pauses, and at change points where the voice differs before and after. */
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

/** The change point with the longest vector sums on both sides; null if they are not long enough. */
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
