import type { TimeSpan } from '../../../shared/time.ts';
import {
  addFrame,
  type FrameSums,
  joinSums,
  noFrames,
  SUMMED,
  type VoiceUnit,
} from './frame-sums.ts';
import { fitGaussian } from './gaussian.ts';
import type { VoiceFrame } from './voice-frames.ts';

/** In longer speech without a pause, as under music, changes are looked for piece by piece. */
const LONGEST_MS = 20_000;
/** What is left of either side of a change. */
const SHORTEST_MS = 1000;
const FEWEST_FRAMES = 25;
const STEP_MS = 250;
/** The numbers that a further normal distribution takes. */
const PARAMETERS = SUMMED + (SUMMED * (SUMMED + 1)) / 2;

/** Parts speech without pauses at its changes. */
export function cutAtChanges(span: TimeSpan, frames: readonly VoiceFrame[]): VoiceUnit[] {
  const pieces = Math.ceil((span.endMs - span.startMs) / LONGEST_MS);
  const edge = (piece: number) =>
    Math.round(span.startMs + ((span.endMs - span.startMs) * piece) / pieces);
  return Array.from({ length: pieces }, (_, piece) => {
    const [startMs, endMs] = [edge(piece), edge(piece + 1)];
    const inside = frames.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
    return partAtChanges({ startMs, endMs }, inside);
  }).flat();
}

/**
 * Parts a piece where two normal distributions explain its frames better than one by the Bayesian
 * information criterion (Chen and Gopalakrishnan 1998), and each part again.
 */
function partAtChanges(span: TimeSpan, frames: readonly VoiceFrame[]): VoiceUnit[] {
  const whole = noFrames();
  for (const frame of frames) addFrame(whole, frame);
  const { startMs, endMs } = span;
  const change = findChange(span, frames, whole);
  if (change === null) return [{ startMs, endMs, frames: whole }];
  const isBefore = ({ atMs }: VoiceFrame) => atMs < change;
  return [
    ...partAtChanges({ startMs, endMs: change }, frames.filter(isBefore)),
    ...partAtChanges(
      { startMs: change, endMs },
      frames.filter((frame) => !isBefore(frame)),
    ),
  ];
}

/** Where most is gained by two distributions; null where that is less than they cost. */
function findChange(
  { startMs, endMs }: TimeSpan,
  frames: readonly VoiceFrame[],
  whole: FrameSums,
): number | null {
  if (endMs - startMs < 2 * SHORTEST_MS || whole.count < 2 * FEWEST_FRAMES) return null;
  const volumeOf = (part: FrameSums) => part.count * fitGaussian(part).logVolume;
  const together = volumeOf(whole);
  const before = noFrames();
  let next = 0;
  let best = { at: 0, gain: 0.5 * PARAMETERS * Math.log(whole.count) };
  for (let at = startMs + SHORTEST_MS; at <= endMs - SHORTEST_MS; at += STEP_MS) {
    for (; (frames[next]?.atMs ?? at) < at; next += 1) {
      const frame = frames[next];
      if (frame) addFrame(before, frame);
    }
    if (Math.min(before.count, whole.count - before.count) < FEWEST_FRAMES) continue;
    const apart = volumeOf(before) + volumeOf(joinSums(whole, before, -1));
    const gain = 0.5 * (together - apart);
    if (gain > best.gain) best = { at, gain };
  }
  return best.at === 0 ? null : best.at;
}
