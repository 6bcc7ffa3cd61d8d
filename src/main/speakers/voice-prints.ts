import type { TimeSpan } from '../../shared/time.ts';

/** One person speaks. `speaker` counts from 0. */
export type Turn = TimeSpan & { speaker: number; confidence: number };

/** What short windows of speech sound like: row `i` of `vectors` has length 1 and belongs to `windows[i]`. */
export type VoicePrints = {
  /** The name of the speaker model; null where none was used. */
  model: string | null;
  /** SHA-256 of its file. */
  digest: string | null;
  /** What the numbers mean: prints of different spaces cannot be compared. */
  space: string;
  dim: number;
  windows: readonly TimeSpan[];
  vectors: Float32Array;
  /**
   * How each window sounds beside the others of its recording, `SOUND_NUMBERS` a row, where that was listened to.
   * Unlike `vectors` they mean nothing in another recording.
   */
  sounds?: Float32Array | undefined;
};

/** The space of a network's numbers: two files of one name are two models. */
export function neuralSpace(dim: number, digest: string): string {
  return `neural ${dim} ${digest.slice(0, 16)}`;
}

/** A view of the row, not a copy. */
export function rowOf(vectors: Float32Array, dim: number, row: number): Float32Array {
  return vectors.subarray(row * dim, (row + 1) * dim);
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

export function addTo(target: Float32Array, source: Float32Array, weight = 1): void {
  for (let index = 0; index < target.length; index += 1) {
    target[index] = (target[index] ?? 0) + weight * (source[index] ?? 0);
  }
}

/** Scales to length 1. Returns whether that is possible: not for zeros or what is no number. */
export function normalize(vector: Float32Array): boolean {
  const length = Math.sqrt(dot(vector, vector));
  if (!Number.isFinite(length) || length < 1e-9) return false;
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = (vector[index] ?? 0) / length;
  return true;
}

/** The direction each speaker's windows point to together, one row each. */
export function centroidsOf(
  { dim, vectors }: Pick<VoicePrints, 'dim' | 'vectors'>,
  labels: Int32Array,
  count: number,
): Float32Array {
  const centroids = new Float32Array(count * dim);
  labels.forEach((label, row) => {
    addTo(rowOf(centroids, dim, label), rowOf(vectors, dim, row));
  });
  for (let label = 0; label < count; label += 1) normalize(rowOf(centroids, dim, label));
  return centroids;
}

/** How each speaker sounds, to be recognised in other recordings. */
export type Profiles = {
  /** What the numbers mean; null where they mean nothing beyond their recording. */
  space: string | null;
  dim: number;
  /** A row of length 1 for each speaker. */
  vectors: Float32Array;
};

/** The profiles of speakers 0…count−1, to whom `labels` gives the windows. */
export function profilesOf(prints: VoicePrints, labels: Int32Array, count: number): Profiles {
  const { model, space, dim } = prints;
  return { space: model && space, dim, vectors: centroidsOf(prints, labels, count) };
}

/** Of three hours of speech, half overlapping: in more of it everybody is heard often enough with fewer. */
const ENOUGH_WINDOWS = 17_000;
/** Less than this says nothing about a voice; such speech goes to who speaks nearest to it. */
const SHORTEST_MS = 400;

/**
 * Windows of `lengthMs` that half overlap (in long recordings less, until they only touch), evenly spread over each
 * region and never beyond it.
 */
export function cutVoiceWindows(regions: readonly TimeSpan[], lengthMs: number): TimeSpan[] {
  const speechMs = regions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const hopMs = Math.min(lengthMs, Math.max(lengthMs / 2, speechMs / ENOUGH_WINDOWS));
  return regions.flatMap(({ startMs, endMs }) => {
    const room = endMs - startMs - lengthMs;
    if (room + lengthMs < SHORTEST_MS) return [];
    if (room <= 0) return [{ startMs, endMs }];
    const steps = Math.ceil(room / hopMs);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const from = Math.round(startMs + (room * step) / steps);
      return { startMs: from, endMs: from + lengthMs };
    });
  });
}
