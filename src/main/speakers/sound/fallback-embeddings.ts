import type { TimeSpan } from '../../../shared/time.ts';
import type { CountRule } from '../grouping/group-voices.ts';
import type { Samples } from '../samples.ts';
import { cutVoiceWindows, normalize, type VoiceEmbeddings } from '../voice-embeddings.ts';
import { CEPSTRA, createWindowSound, SOUND_NUMBERS } from './window-sound.ts';

/**
 * Each additional speaker must be justified more clearly than with a model, because windows of one voice are less
 * similar here. Tuned on composed dialogues of two and recordings of one (test/bench/speakers.ts).
 */
export const FALLBACK_RULE: CountRule = {
  second: 1.5,
  further: 1.45,
  directions: 4,
  freedom: 3,
};
/** Long enough for a few syllables. */
const WINDOW_MS = 1500;
/** Pitch distinguishes two people better than any other single feature. */
const PITCH_WEIGHT = 3;
/** A nearly constant pitch belongs to one person and must not be scaled up to look like two. */
const LEAST_PITCH_SPREAD = 0.12;
const REPORT_EVERY = 50;

/**
 * Acoustic features for each window of speech, used when no speaker model is available: cepstra and pitch relative to
 * the recording's own mean and spread, which cancels microphone and room. Windows without voiced sound are left out.
 */
export function fallbackEmbeddings(
  samples: Samples,
  speech: readonly TimeSpan[],
  onProgress: (fraction: number) => void,
): VoiceEmbeddings {
  const soundOf = createWindowSound();
  const windows = cutVoiceWindows(speech, WINDOW_MS);
  const voiced = windows.flatMap((window, index) => {
    if (index % REPORT_EVERY === 0) onProgress(index / windows.length);
    const sound = soundOf(samples.read(window));
    return sound ? [{ window, sound }] : [];
  });
  const dim = SOUND_NUMBERS + 1;
  const vectors = new Float32Array(voiced.length * dim);
  standardize(voiced.map(({ sound }) => sound)).forEach((row, index) => {
    // The last number is constant: a single voice then points in one direction.
    vectors.set([...row, Math.sqrt(CEPSTRA)], index * dim);
    normalize(vectors.subarray(index * dim, (index + 1) * dim));
  });
  const space = `acoustic ${dim}`;
  return {
    model: null,
    digest: null,
    space,
    dim,
    windows: voiced.map(({ window: span }) => span),
    vectors,
  };
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
