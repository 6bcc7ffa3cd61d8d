/** Estimates how long the current jobs still take: they share one machine, and each is measured while it runs. */
import type { Clock } from '../../core/clock.ts';
import type {
  MeasuredStage,
  RealTimeFactors,
} from '../../repositories/jobs/real-time-factor.repository.ts';
import { crowdOf, endsOf, type Part } from './estimate-ends.ts';
import { withGuesses } from './stage-times.ts';

/** How far a stage is, in milliseconds of the recording. `underWay` is being worked on and in neither of the others. */
export type Reach = { doneMs: number; leftMs: number; underWayMs?: number };

/** A job's own part of the forecast. Jobs that take turns at the lanes share the elapsed time among them. */
export type JobForecast = {
  /** Sets this machine's measured speed with the job's model. */
  expect(factors: RealTimeFactors): void;
  /** Sets the recording's length, as soon as it is known. */
  lasts(durationMs: number): void;
  /** Sets how far the job is; measuring starts again while nothing of a stage is done. */
  reach(stage: MeasuredStage, reach: Reach): void;
  /** The time until it is done, given the other running and waiting jobs; null while it cannot be estimated. */
  leftMs(): number | null;
  /** Its share of the elapsed time: about what it would have taken alone. */
  spentMs(): number;
  leave(): void;
};

export type Forecast = {
  /** A job starts to be processed. */
  enter(): JobForecast;
  /** Sets the lengths of the next recordings, in order; null for an unknown length. `more` wait behind them. */
  waiting(next: { lengthsMs: readonly (number | null)[]; more: number }): void;
  /** The time until all running and waiting jobs are done; null while it cannot be estimated. */
  totalMs(): number | null;
};

/** Earlier measurements count as much as this much of the current recording. */
const PRIOR_MS = 30_000;
/** A measurement's weight halves after this much more of the recording, or after an eighth of a long one. */
const HALF_MS = 120_000;
/** The share of a stage's remaining time that may elapse before more of it is done. */
const MOST_BY_CLOCK = 0.5;

/** How much of a recording was processed in how much time; older measurements weigh less. */
type Speed = { doneMs: number; spentMs: number };
const NOTHING: Speed = { doneMs: 0, spentMs: 0 };

type Work = {
  factors: RealTimeFactors;
  durationMs: number | null;
  stage: MeasuredStage | null;
  reach: Reach;
  spentMs: number;
  /** The speed of this stage, and of transcribing once that is over. */
  measured: Speed;
  transcribed: Speed;
  /** In its share of the time: when measuring began, and when it last reported. */
  from: number;
  at: number;
};

const isShared = (stage: MeasuredStage | null) => stage === 'detecting' || stage === 'transcribing';
const LATER: readonly MeasuredStage[] = [
  'decoding',
  'detecting',
  'transcribing',
  'labeling',
  'structuring',
];

/** `slots`: how many jobs run at once. */
export function createForecast({ clock, slots }: { clock: Clock; slots: () => number }): Forecast {
  const under = new Set<Work>();
  let [next, more]: [readonly (number | null)[], number] = [[], 0];
  let countedAt = clock.mono();

  const crowd = () => crowdOf([...under].map(({ stage }) => isShared(stage)));

  /** Adds the elapsed time to the jobs' shares. */
  const count = (): void => {
    const passed = clock.mono() - countedAt;
    countedAt += passed;
    for (const work of under) work.spentMs += passed / crowd().slowness(isShared(work.stage));
  };

  /** The remaining stages of the waiting jobs; null for one of unknown length. */
  const waitingParts = (change: number): (Part[] | null)[] => {
    const model = [...under]
      .map(({ factors }) => atSpeed(factors, change))
      .find((it) => it.size > 0);
    return next.map((ms) => (ms === null || !model ? null : partsOf(LATER, model, ms)));
  };

  const simulate = (): Map<Work | number, number> | null => {
    count();
    const change = changeOf(under);
    const running = [...under].map((key) => ({ key, parts: partsLeft(key, change) }));
    const queue = waitingParts(change).map((parts, key) => ({ key, parts }));
    const ends = endsOf(running, queue, slots());
    for (const { key, parts } of running) if (parts === null) ends?.delete(key);
    return ends;
  };

  return {
    enter() {
      count();
      const work: Work = {
        factors: new Map(),
        durationMs: null,
        stage: null,
        reach: { doneMs: 0, leftMs: 0 },
        spentMs: 0,
        from: 0,
        at: 0,
        measured: NOTHING,
        transcribed: NOTHING,
      };
      under.add(work);
      return {
        expect: (factors) => {
          work.factors = factors;
        },
        lasts: (durationMs) => {
          work.durationMs = durationMs;
        },
        reach: (stage, { doneMs, leftMs, underWayMs = 0 }) => {
          count();
          if (stage !== work.stage) measureStage(work);
          // A window under way is half done on average, if a lane works on it at all.
          const half = underWayMs / Math.max(1, crowd().sharing) / 2;
          const reached = doneMs === 0 ? 0 : doneMs + half;
          if (stage !== work.stage || doneMs === 0) {
            [work.from, work.measured] = [work.spentMs, NOTHING];
          } else {
            work.measured = measureOn(work, reached - work.reach.doneMs);
          }
          [work.stage, work.at] = [stage, work.spentMs];
          if (stage === 'transcribing') work.transcribed = work.measured;
          work.reach = { doneMs: reached, leftMs: leftMs + underWayMs - half };
        },
        leftMs: () => simulate()?.get(work) ?? null,
        spentMs: () => {
          count();
          return work.spentMs;
        },
        leave: () => {
          count();
          under.delete(work);
        },
      };
    },
    waiting: (waiting) => {
      [next, more] = [waiting.lengthsMs, waiting.more];
    },
    totalMs: () => {
      const count = under.size + next.length;
      if (count === 0) return 0;
      const ends = simulate();
      // Those behind are taken to be like these.
      return ends && (Math.max(...ends.values()) * (count + more)) / count;
    },
  };
}

/** Continues measuring. A machine's load changes, so the latest part says most about the rest. */
function measureOn({ measured, durationMs, spentMs, at }: Work, doneMs: number): Speed {
  const rest = fading(doneMs, durationMs);
  return {
    doneMs: measured.doneMs * rest + doneMs,
    spentMs: measured.spentMs * rest + spentMs - at,
  };
}

/** The remaining weight of a measurement after this much more of the recording. */
function fading(doneMs: number, durationMs: number | null): number {
  return 0.5 ** (Math.max(0, doneMs) / Math.max(HALF_MS, (durationMs ?? 0) / 8));
}

/** Once a stage without earlier measurements is over, its duration is known. */
function measureStage(work: Work): void {
  const { stage, factors, durationMs, spentMs, from } = work;
  if (stage === null || durationMs === null || factors.has(stage)) return;
  work.factors = new Map(factors).set(stage, (spentMs - from) / Math.max(1, durationMs));
}

/** The remaining stages of a job as if it had the machine to itself; null while they cannot be estimated. */
function partsLeft(work: Work, change: number): Part[] | null {
  const { factors, durationMs, stage, reach, measured, spentMs, at } = work;
  if (stage === null || durationMs === null) return null;
  const known = atSpeed(factors, change);
  const before = known.get(stage);
  const later = LATER.slice(LATER.indexOf(stage) + 1);
  const weight = before === undefined ? 0 : PRIOR_MS * fading(reach.doneMs, durationMs);
  const doneMs = measured.doneMs + weight;
  if (doneMs === 0 || (later.includes('transcribing') && !known.has('transcribing'))) return null;
  const factor = ((before ?? 0) * weight + measured.spentMs) / doneMs;
  const stageMs = reach.leftMs * factor;
  const ms = stageMs - Math.min(spentMs - at, stageMs * MOST_BY_CLOCK);
  const after = before === undefined ? withGuesses(new Map(known).set(stage, factor)) : known;
  return [{ shared: isShared(stage), ms }, ...partsOf(later, after, durationMs)];
}

/**
 * How much slower the machine is now than in earlier runs, by what all running jobs have transcribed. It may be busier
 * or idler, which concerns the other stages and the next jobs, too.
 */
function changeOf(under: Iterable<Work>): number {
  let [spentMs, expectedMs, jobs, weight] = [0, 0, 0, 0];
  for (const { transcribed, factors } of under) {
    const before = factors.get('transcribing');
    if (before === undefined) continue;
    spentMs += transcribed.spentMs;
    expectedMs += transcribed.doneMs * before;
    weight += before * PRIOR_MS;
    jobs += 1;
  }
  return jobs === 0 ? 1 : (spentMs + weight / jobs) / (expectedMs + weight / jobs);
}

/** The factors of a machine that is this much slower, with guesses for stages without measurements. */
function atSpeed(factors: RealTimeFactors, change: number): RealTimeFactors {
  return new Map([...withGuesses(factors)].map(([stage, factor]) => [stage, factor * change]));
}

function partsOf(
  stages: readonly MeasuredStage[],
  factors: RealTimeFactors,
  durationMs: number,
): Part[] {
  return stages.map((each) => ({
    shared: isShared(each),
    ms: (factors.get(each) ?? 0) * durationMs,
  }));
}
