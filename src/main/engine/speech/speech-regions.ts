/** From frames that are speech or not to stretches of speech. Pure. */

import type { TimeSpan } from '../../../shared/time.ts';

/** How likely somebody speaks: speech starts at the first, and goes on down to the second (Silero's own defaults). */
const ON_PROBABILITY = 0.5;
const OFF_PROBABILITY = 0.35;
/** What one probability stands for. */
const PROBABILITY_MS = 32;
const MIN_SPEECH_MS = 250;
const MIN_SILENCE_MS = 300;
const PAD_MS = 120;

export type Frames = {
  count: number;
  frameMs: number;
  totalMs: number;
  /** Whether a frame is speech, given whether the one before it was. */
  isSpeech(frame: number, speaking: boolean): boolean;
};

/** Stretches of speech by probabilities of 32 ms each. */
export function speechRegions(probabilities: Float32Array, totalMs: number): TimeSpan[] {
  return joinFrames({
    count: probabilities.length,
    frameMs: PROBABILITY_MS,
    totalMs,
    isSpeech: (frame, speaking) =>
      (probabilities[frame] ?? 0) >= (speaking ? OFF_PROBABILITY : ON_PROBABILITY),
  });
}

/**
 * Pauses under 300 ms belong to the speech, and what lasts under 250 ms is a click. Regions are ordered, never touch,
 * and are padded by 120 ms where there is room.
 */
export function joinFrames({ count, frameMs, totalMs, isSpeech }: Frames): TimeSpan[] {
  const regions: TimeSpan[] = [];
  let speaking = false;
  let startMs = 0;
  const finish = (endMs: number) => {
    const last = regions.at(-1);
    if (last !== undefined && startMs - last.endMs < MIN_SILENCE_MS) last.endMs = endMs;
    else regions.push({ startMs, endMs });
  };
  for (let frame = 0; frame < count; frame += 1) {
    const speech = isSpeech(frame, speaking);
    if (speech && !speaking) startMs = frame * frameMs;
    if (!speech && speaking) finish(frame * frameMs);
    speaking = speech;
  }
  if (speaking) finish(totalMs);
  return pad(
    regions.filter((region) => region.endMs - region.startMs >= MIN_SPEECH_MS),
    totalMs,
  );
}

/** Grows regions to both sides; ones that would touch become one. */
function pad(regions: readonly TimeSpan[], totalMs: number): TimeSpan[] {
  const padded: TimeSpan[] = [];
  for (const region of regions) {
    const startMs = Math.max(0, region.startMs - PAD_MS);
    const endMs = Math.min(totalMs, region.endMs + PAD_MS);
    const last = padded.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = endMs;
    else padded.push({ startMs, endMs });
  }
  return padded;
}
