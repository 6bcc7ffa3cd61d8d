import { ACOUSTIC_SPACE, describeVoice, PROFILE_NUMBERS } from './acoustic/between-voices.ts';
import { gather, labelLike } from './acoustic/follow-units.ts';
import { centroidsOf, type VoicePrints } from './voice-prints.ts';

/** How each speaker sounds, to be recognised in other recordings. */
export type Profiles = {
  /** What the numbers mean; null where they mean nothing beyond their recording. */
  space: string | null;
  dim: number;
  /** A row for each speaker, all zeros of whom too little is heard. */
  vectors: Float32Array;
};

/** The profiles of speakers 0…count−1, to whom `labels` gives the windows. */
export function profilesOf(prints: VoicePrints, labels: Int32Array, count: number): Profiles {
  const { model, space, dim, units, windows } = prints;
  if (!units) {
    return { space: model && space, dim, vectors: centroidsOf(prints, labels, count) };
  }
  const voices = gather(units, labelLike(units, windows, labels, count), count);
  const vectors = new Float32Array(count * PROFILE_NUMBERS);
  voices.forEach((voice, speaker) => {
    vectors.set(describeVoice(voice) ?? [], speaker * PROFILE_NUMBERS);
  });
  return { space: ACOUSTIC_SPACE, dim: PROFILE_NUMBERS, vectors };
}
