import type { TimeSpan } from '../../../shared/time.ts';
import type { CountRule } from '../group-voices.ts';
import type { Samples } from '../samples.ts';
import { normalize, type VoicePrints } from '../voice-prints.ts';
import { CEPSTRA, createVoiceFeatures } from './voice-features.ts';

/**
 * How much more each further speaker must explain than with a model: what one voice says sounds less alike here. Found
 * on composed dialogues of two and recordings of one (test/bench/speakers.ts).
 */
export const ACOUSTIC_RULE: CountRule = { second: 1.5, further: 1.45, directions: 4 };
/** Long enough for the sounds of a few syllables. */
export const ACOUSTIC_WINDOW_MS = 1500;
/** Pitch tells two people apart better than any one of the other numbers. */
const PITCH_WEIGHT = 3;
const REPORT_EVERY = 50;

/**
 * What each window sounds like, without a model: cepstra and pitch, measured against the recording's own mean and
 * spread, so that microphone and room drop out. Windows without voiced sound are left out.
 */
export function acousticPrints(
  samples: Samples,
  windows: readonly TimeSpan[],
  onProgress: (fraction: number) => void,
): VoicePrints {
  const features = createVoiceFeatures(samples);
  const kept: TimeSpan[] = [];
  const rows: Float32Array[] = [];
  windows.forEach((window, index) => {
    const row = features(window);
    if (row) {
      kept.push(window);
      rows.push(row);
    }
    if (index % REPORT_EVERY === 0) onProgress(index / windows.length);
  });
  const dim = CEPSTRA + 2;
  const vectors = new Float32Array(rows.length * dim);
  standardize(rows).forEach((row, index) => {
    // The last number is the same for all: one voice alone points in one direction.
    vectors.set([...row, Math.sqrt(CEPSTRA)], index * dim);
    normalize(vectors.subarray(index * dim, (index + 1) * dim));
  });
  return { model: null, digest: null, space: `acoustic ${dim}`, dim, windows: kept, vectors };
}

function standardize(rows: readonly Float32Array[]): Float32Array[] {
  const column = (index: number) => rows.map((row) => row[index] ?? 0);
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const scales = Array.from({ length: CEPSTRA + 1 }, (_, index) => {
    const middle = mean(column(index));
    const spread = Math.sqrt(mean(column(index).map((value) => (value - middle) ** 2)));
    const weight = index === CEPSTRA ? PITCH_WEIGHT : 1;
    // A pitch that hardly moves is one person's, and must not be blown up to look like two.
    const least = index === CEPSTRA ? 0.12 : 1e-6;
    return { middle, scale: weight / Math.max(least, spread) };
  });
  return rows.map((row) =>
    row.map((value, index) => {
      const { middle = 0, scale = 0 } = scales[index] ?? {};
      return (value - middle) * scale;
    }),
  );
}
