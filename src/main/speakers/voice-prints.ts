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
