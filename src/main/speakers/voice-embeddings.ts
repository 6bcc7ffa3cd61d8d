import type { TimeSpan } from '../../shared/time.ts';

/** A turn of one voice in one window; in another window the same number may be another speaker. */
export type VoiceTurn = TimeSpan & { window: number; voice: number };

/** A turn of one speaker. `speaker` counts from 0. */
export type Turn = TimeSpan & { speaker: number; confidence: number };

/** Embeddings of short windows of speech: row `i` of `vectors` has length 1 and belongs to `windows[i]`. */
export type VoiceEmbeddings = {
  /** The name of the speaker model; null if none was used. */
  model: string | null;
  /** SHA-256 of its file. */
  digest: string | null;
  /** The embedding space: embeddings of different spaces cannot be compared. */
  space: string;
  dim: number;
  windows: readonly TimeSpan[];
  vectors: Float32Array;
  /**
   * The acoustic features of each window relative to its recording, `SOUND_NUMBERS` per row, if computed. Unlike
   * `vectors` they mean nothing in another recording.
   */
  sounds?: Float32Array | undefined;
};

/** The embedding space of a speaker model: two files with the same name are two models. */
export function embeddingSpaceOf(dim: number, digest: string): string {
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

/** Scales to length 1. Returns whether that is possible, which it is not for zeros and NaN. */
export function normalize(vector: Float32Array): boolean {
  const length = Math.sqrt(dot(vector, vector));
  if (!Number.isFinite(length) || length < 1e-9) return false;
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = (vector[index] ?? 0) / length;
  return true;
}

/** The centroid of each speaker's windows, one row each. */
export function centroidsOf(
  { dim, vectors }: Pick<VoiceEmbeddings, 'dim' | 'vectors'>,
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

/** The speakers' embeddings, for recognizing them in other recordings. */
export type Centroids = {
  /** The embedding space; null if the vectors mean nothing beyond their recording. */
  space: string | null;
  dim: number;
  /** A row of length 1 per speaker. */
  vectors: Float32Array;
};

/** The centroids of speakers 0…count−1; `labels` assigns the windows to them. */
export function speakerCentroids(
  embeddings: VoiceEmbeddings,
  labels: Int32Array,
  count: number,
): Centroids {
  const { model, space, dim } = embeddings;
  return { space: model && space, dim, vectors: centroidsOf(embeddings, labels, count) };
}

/**
 * Three hours of speech with half-overlapping windows; in longer speech, fewer windows per minute are enough for every
 * speaker.
 */
const ENOUGH_WINDOWS = 17_000;
/** Shorter speech says nothing about a voice; it is assigned to the speaker nearest in time. */
const SHORTEST_MS = 400;

/**
 * Windows of `lengthMs` that overlap by half (in long recordings by less, until they only touch), evenly spaced within
 * each region.
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
