import { addTo, dot, rowOf, type VoiceEmbeddings } from '../voice-embeddings.ts';

/** Windows `from` … `to` − 1, without a pause and most likely of one speaker. */
export type SpeechSegment = { from: number; to: number };

/** Two parts belong to different speakers if the lengths of their vector sums exceed that of the whole by this much. */
const CHANGE = 0.7;
const SHORTEST = 2;

/** Splits the windows at pauses, and at change points where the voice differs before and after. */
export function cutSpeech(embeddings: VoiceEmbeddings): SpeechSegment[] {
  const { windows } = embeddings;
  const segments: SpeechSegment[] = [];
  let from = 0;
  for (let to = 1; to <= windows.length; to += 1) {
    const [before, after] = [windows[to - 1], windows[to]];
    if (before && after && after.startMs <= before.endMs) continue;
    segments.push(...partAtChanges(embeddings, { from, to }));
    from = to;
  }
  return segments;
}

function partAtChanges(embeddings: VoiceEmbeddings, whole: SpeechSegment): SpeechSegment[] {
  const change = findChange(embeddings, whole);
  if (change === null) return [whole];
  return [
    ...partAtChanges(embeddings, { from: whole.from, to: change }),
    ...partAtChanges(embeddings, { from: change, to: whole.to }),
  ];
}

/** The change point with the longest vector sums on both sides; null if they are not long enough. */
function findChange({ dim, vectors }: VoiceEmbeddings, { from, to }: SpeechSegment): number | null {
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
