import type { TimeSpan } from '../../../shared/time.ts';
import { followSpeakers } from '../turns/stay.ts';
import { type FrameSums, joinSums, noFrames, SUMMED, type VoiceUnit } from './frame-sums.ts';
import { fitGaussian, logLikelihood } from './gaussian.ts';

/** Frames 10 ms apart say almost the same. */
const INDEPENDENT = 0.1;
/** What going over to another speaker must bring. */
const CHANGE_COST = 3;
const ROUNDS = 3;
/** With fewer frames a distribution is as its neighbours left it. */
const FEWEST_FRAMES = 3 * SUMMED;

/** Who says each unit, and how surely, 0–1. */
export type UnitLabels = { speakers: Int32Array; confidences: Float32Array };

/**
 * Gives each unit to whoever it is likeliest of, going by what all of a speaker's units sound like, each speaker being a
 * normal distribution; again, as that moves units from one to another. `first` are labels to begin with.
 */
export function followUnits(
  units: readonly VoiceUnit[],
  first: Int32Array,
  count: number,
): UnitLabels {
  let voices = gather(units, first, count);
  let fits = new Float32Array(0);
  let speakers = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const models = voices.map(fitGaussian);
    fits = Float32Array.from(
      units.flatMap(({ frames }) =>
        models.map((model) => INDEPENDENT * logLikelihood(model, frames)),
      ),
    );
    speakers = followSpeakers(fits, count, () => CHANGE_COST);
    voices = gather(units, speakers, count, voices);
  }
  const confidences = Float32Array.from(speakers, (speaker, unit) =>
    surenessOf(fits.subarray(unit * count, (unit + 1) * count), speaker),
  );
  return { speakers, confidences };
}

/** The speaker of the other spans that lie most in each span; where none does, the first one. Both are in order of time. */
export function labelLike(
  spans: readonly TimeSpan[],
  others: readonly TimeSpan[],
  labels: Int32Array,
  count: number,
): Int32Array {
  let first = 0;
  return Int32Array.from(spans, ({ startMs, endMs }) => {
    const shares = new Float64Array(Math.max(1, count));
    while (first < others.length && (others[first]?.endMs ?? 0) <= startMs) first += 1;
    for (let row = first; row < others.length; row += 1) {
      const other = others[row];
      if (!other || other.startMs >= endMs) break;
      const shared = Math.min(endMs, other.endMs) - Math.max(startMs, other.startMs);
      const speaker = labels[row] ?? 0;
      shares[speaker] = (shares[speaker] ?? 0) + Math.max(0, shared);
    }
    return shares.indexOf(Math.max(...shares));
  });
}

/** All frames of each speaker. */
export function gather(
  units: readonly VoiceUnit[],
  speakers: Int32Array,
  count: number,
  before: readonly FrameSums[] = [],
): FrameSums[] {
  const voices = Array.from({ length: count }, noFrames);
  units.forEach(({ frames }, unit) => {
    const speaker = speakers[unit] ?? 0;
    voices[speaker] = joinSums(voices[speaker] ?? noFrames(), frames);
  });
  return voices.map((voice, speaker) =>
    voice.count < FEWEST_FRAMES ? (before[speaker] ?? voice) : voice,
  );
}

/** How much likelier a speaker is than the next best one. */
function surenessOf(fits: Float32Array, speaker: number): number {
  const rival = Math.max(...fits.filter((_, other) => other !== speaker));
  return Math.max(0, Math.tanh(((fits[speaker] ?? 0) - rival) / 2));
}
