import type { TimeSpan } from '../../../shared/time.ts';
import type { CountRule } from '../grouping/group-voices.ts';
import type { Samples } from '../samples.ts';
import { normalize, type VoicePrints } from '../voice-prints.ts';
import { cutVoiceWindows } from '../voice-windows.ts';
import { cutAtChanges } from './cut-at-changes.ts';
import type { VoiceUnit } from './frame-sums.ts';
import { CEPSTRA, createVoiceFrames } from './voice-frames.ts';
import { soundOfFrames } from './window-sound.ts';

/**
 * How much more each further speaker must explain than with a model: what one voice says sounds less alike here. Found
 * on composed dialogues of two and recordings of one (test/bench/speakers.ts).
 */
export const ACOUSTIC_RULE: CountRule = { second: 1.5, further: 1.45, directions: 4 };
/** Long enough for the sounds of a few syllables. */
const WINDOW_MS = 1500;
const LEAST_FRAMES = 10;
/** Pitch tells two people apart better than any one of the other numbers. */
const PITCH_WEIGHT = 3;
const REPORT_EVERY = 50;

/**
 * What each window of these parts sounds like, without a model: cepstra and pitch, measured against the recording's own
 * mean and spread, so that microphone and room drop out. Windows without voiced sound are left out. With them, as units,
 * what is most likely one person's speech.
 */
export function acousticPrints(
  samples: Samples,
  parts: readonly TimeSpan[],
  onProgress: (fraction: number) => void,
): VoicePrints {
  const framesOf = createVoiceFrames(samples);
  const windows = cutVoiceWindows(parts, WINDOW_MS);
  const kept: TimeSpan[] = [];
  const rows: Float32Array[] = [];
  const units: VoiceUnit[] = [];
  let next = 0;
  for (const part of parts) {
    units.push(...cutAtChanges(part, framesOf(part)));
    for (let window = windows[next]; window && window.endMs <= part.endMs; ) {
      const frames = framesOf(window);
      if (frames.length >= LEAST_FRAMES) {
        kept.push(window);
        rows.push(soundOfFrames(frames));
      }
      if (next % REPORT_EVERY === 0) onProgress(next / windows.length);
      next += 1;
      window = windows[next];
    }
  }
  const dim = CEPSTRA + 2;
  const vectors = new Float32Array(rows.length * dim);
  standardize(rows).forEach((row, index) => {
    // The last number is the same for all: one voice alone points in one direction.
    vectors.set([...row, Math.sqrt(CEPSTRA)], index * dim);
    normalize(vectors.subarray(index * dim, (index + 1) * dim));
  });
  return {
    model: null,
    digest: null,
    space: `acoustic ${dim}`,
    dim,
    windows: kept,
    vectors,
    units,
  };
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
