import type { TimeSpan } from '../../../shared/time.ts';
import type { CountRule } from '../grouping/group-voices.ts';
import type { Samples } from '../labeling.ts';
import { cutVoiceWindows, normalize, type VoicePrints } from '../voice-prints.ts';
import { CEPSTRA, createWindowSound, SOUND_NUMBERS } from './window-sound.ts';

/**
 * How much more each further speaker must explain than with a model: what one voice says sounds less alike here. Found
 * on composed dialogues of two and recordings of one (test/bench/speakers.ts).
 */
export const FALLBACK_RULE: CountRule = { second: 1.5, further: 1.45, directions: 4 };
/** Long enough for the sounds of a few syllables. */
const WINDOW_MS = 1500;
/** Pitch tells two people apart better than any one of the other numbers. */
const PITCH_WEIGHT = 3;
/** A pitch that hardly moves is one person's, and must not be blown up to look like two. */
const LEAST_PITCH_SPREAD = 0.12;
const REPORT_EVERY = 50;

/**
 * What each window of speech sounds like, where no speaker model can be used: cepstra and pitch, measured against the
 * recording's own mean and spread, so that microphone and room drop out. Windows without voiced sound are left out.
 */
export function fallbackPrints(
  samples: Samples,
  speech: readonly TimeSpan[],
  onProgress: (fraction: number) => void,
): VoicePrints {
  const soundOf = createWindowSound();
  const windows = cutVoiceWindows(speech, WINDOW_MS);
  const heard = windows.flatMap((window, index) => {
    if (index % REPORT_EVERY === 0) onProgress(index / windows.length);
    const sound = soundOf(samples.read(window));
    return sound ? [{ window, sound }] : [];
  });
  const dim = SOUND_NUMBERS + 1;
  const vectors = new Float32Array(heard.length * dim);
  standardize(heard.map(({ sound }) => sound)).forEach((row, index) => {
    // The last number is the same for all: one voice alone points in one direction.
    vectors.set([...row, Math.sqrt(CEPSTRA)], index * dim);
    normalize(vectors.subarray(index * dim, (index + 1) * dim));
  });
  const space = `acoustic ${dim}`;
  return { model: null, digest: null, space, dim, windows: heard.map((h) => h.window), vectors };
}

function standardize(rows: readonly Float32Array[]): Float32Array[] {
  const mean = (values: readonly number[]) =>
    values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const scales = Array.from({ length: SOUND_NUMBERS }, (_, index) => {
    const column = rows.map((row) => row[index] ?? 0);
    const middle = mean(column);
    const spread = Math.sqrt(mean(column.map((value) => (value - middle) ** 2)));
    const isPitch = index === CEPSTRA;
    const scale = isPitch
      ? PITCH_WEIGHT / Math.max(LEAST_PITCH_SPREAD, spread)
      : 1 / Math.max(1e-6, spread);
    return { middle, scale };
  });
  return rows.map((row) =>
    row.map((value, index) => (value - (scales[index]?.middle ?? 0)) * (scales[index]?.scale ?? 0)),
  );
}
