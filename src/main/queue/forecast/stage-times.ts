/** Estimates how long the stages will take from how long they took before. Pure. */
import { Stage } from '../../../shared/transcription/transcription.ts';
import type {
  MeasuredStage,
  RealTimeFactors,
} from '../../repositories/jobs/real-time-factor.repository.ts';

export type Shares = Record<Stage, readonly [from: number, to: number]>;

/** Where each stage starts and ends between 0 and 1 until this machine has been measured. */
const USUAL: Shares = {
  fetching: [0, 0.05],
  decoding: [0.05, 0.1],
  transcribing: [0.1, 0.96],
  labeling: [0.96, 0.98],
  structuring: [0.98, 0.99],
};
/** Fetching depends on the network, so its share is fixed. The last hundredth is the commit. */
const [, FETCHED] = USUAL.fetching;
const [, DONE] = USUAL.structuring;
/** Even the fastest stage must be visible. */
const LEAST_SHARE = 0.002;
/** Detecting speech takes about this many times as long as decoding, if no longer than a fourth of transcribing. */
const DETECTING_BY_DECODING = 5;
/** Without measurements, labeling takes this many times as long as decoding, if no longer than transcribing. */
const LABELING_BY_DECODING = 20;
const AFTER_FETCHING = Stage.options.filter((stage) => stage !== 'fetching');

/** The shares from the measured factors; the defaults until transcription was measured with this model. */
export function sharesOf(factors: RealTimeFactors): Shares {
  const known = withGuesses(factors);
  if (!known.has('transcribing')) return USUAL;
  const weights = AFTER_FETCHING.map((stage) => known.get(stage) ?? 0);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const room = DONE - FETCHED - LEAST_SHARE * weights.length;
  const shares: Shares = { ...USUAL };
  let from = FETCHED;
  for (const [index, stage] of AFTER_FETCHING.entries()) {
    const to = from + LEAST_SHARE + (room * (weights[index] ?? 0)) / sum;
    shares[stage] = [from, to];
    from = to;
  }
  return shares;
}

/** The factors with guesses for stages that were never measured, from the usual shares; none without transcribing's. */
export function withGuesses(factors: RealTimeFactors): RealTimeFactors {
  const transcribing = factors.get('transcribing');
  if (transcribing === undefined) return factors;
  const usual = (stage: Stage) => USUAL[stage][1] - USUAL[stage][0];
  const guess = (stage: Stage) => (transcribing * usual(stage)) / usual('transcribing');
  const labeling = Math.max(
    guess('labeling'),
    Math.min(transcribing, LABELING_BY_DECODING * (factors.get('decoding') ?? 0)),
  );
  const detecting = Math.min(
    transcribing / 4,
    DETECTING_BY_DECODING * (factors.get('decoding') ?? 0),
  );
  const guesses = new Map<MeasuredStage, number>(
    AFTER_FETCHING.map((stage) => [stage, guess(stage)]),
  );
  return new Map([...guesses.set('labeling', labeling).set('detecting', detecting), ...factors]);
}

/** The time for everything after fetching; null until transcription was measured with this model. */
export function expectedTime(factors: RealTimeFactors, durationMs: number): number | null {
  const known = withGuesses(factors);
  if (!known.has('transcribing')) return null;
  return [...known.values()].reduce((sum, factor) => sum + factor * durationMs, 0);
}
