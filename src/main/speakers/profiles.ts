import { centroidsOf, type VoicePrints } from './voice-prints.ts';

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
