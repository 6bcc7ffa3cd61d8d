/** How long the jobs under way still take: they share one machine, and each is measured while it runs. */
import type { Clock } from '../clock.ts';
import type {
  MeasuredStage,
  RealTimeFactors,
} from '../repositories/jobs/real-time-factor.repository.ts';
import { crowdOf, endsOf, type Part } from './shared-machine.ts';
import { withGuesses } from './stage-times.ts';

/** How far a stage is, in milliseconds of the recording. `underWay` is being worked on and in neither of the others. */
export type Reach = { doneMs: number; leftMs: number; underWayMs?: number };

/** A job's own part of the forecast. Of the time in which several take turns at the lanes, each is given its share. */
export type JobForecast = {
  /** Sets how fast this machine was with the job's model before. */
  expect(factors: RealTimeFactors): void;
  /** The recording's length, as soon as anything tells it. */
  lasts(durationMs: number): void;
  /** Where it stands; measuring starts again where nothing of a stage is done. */
  reach(stage: MeasuredStage, reach: Reach): void;
  /** Until it is done, beside the others that are under way and wait; null while nothing tells it. */
  leftMs(): number | null;
  /** The time it was given so far: about what it would have taken alone. */
  spentMs(): number;
  leave(): void;
};

export type Forecast = {
  /** A job begins to be worked on. */
  enter(): JobForecast;
  /** What waits to be worked on next, by the lengths of the recordings; null where one is not known. */
  waiting(lengthsMs: readonly (number | null)[]): void;
  /** Until all that is under way and waits is done; null while nothing tells it. */
  totalMs(): number | null;
};

/** What was measured before counts as much as this much of the recording at hand. */
const PRIOR_MS = 30_000;
/** What was measured counts half after this much more of the recording, or an eighth of a long one. */
const HALF_MS = 120_000;
/** Of what a stage has left, this part may pass by the clock alone before something more is done. */
const MOST_BY_CLOCK = 0.5;

/** How much of a recording was done in which time; what is long past counts less. */
type Speed = { doneMs: number; spentMs: number };
const NOTHING: Speed = { doneMs: 0, spentMs: 0 };

type Work = {
  factors: RealTimeFactors;
  durationMs: number | null;
  stage: MeasuredStage | null;
  reach: Reach;
  spentMs: number;
  /** How fast this stage is, and how fast transcribing was. */
  measured: Speed;
  transcribed: Speed;
  /** In time spent: when measuring began, and when the last reach was told. */
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

/** `slots`: how many are worked on at once. */
export function createForecast({ clock, slots }: { clock: Clock; slots: number }): Forecast {
  const under = new Set<Work>();
  let next: readonly (number | null)[] = [];
  let countedAt = clock.mono();

  const crowd = () => crowdOf([...under].map(({ stage }) => isShared(stage)));

  /** Adds what has passed to what each was given. */
  const count = (): void => {
    const passed = clock.mono() - countedAt;
    countedAt += passed;
    for (const work of under) work.spentMs += passed / crowd().slowness(isShared(work.stage));
  };

  /** The parts of those that wait; null for one whose length is not known. */
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
    const ends = endsOf(running, queue, slots);
    for (const { key, parts } of running) if (parts === null) ends?.delete(key);
    return ends;
  };

  return {
    enter() {
      count();
      const work: Work = {
        ...{ factors: new Map(), durationMs: null, stage: null },
        ...{ reach: { doneMs: 0, leftMs: 0 }, spentMs: 0, from: 0, at: 0 },
        ...{ measured: NOTHING, transcribed: NOTHING },
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
          // Each is half done as a rule, where it is worked on at all.
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
    waiting: (lengthsMs) => {
      next = lengthsMs;
    },
    totalMs: () => {
      if (under.size === 0 && next.length === 0) return 0;
      const ends = simulate();
      return ends && Math.max(...ends.values());
    },
  };
}

/** Goes on measuring; a machine becomes busier and idler, so the last part of the way says most about the rest. */
function measureOn({ measured, durationMs, spentMs, at }: Work, doneMs: number): Speed {
  const rest = fading(doneMs, durationMs);
  return {
    doneMs: measured.doneMs * rest + doneMs,
    spentMs: measured.spentMs * rest + spentMs - at,
  };
}

/** What is left of a measurement's weight after so much more of the recording. */
function fading(doneMs: number, durationMs: number | null): number {
  return 0.5 ** (Math.max(0, doneMs) / Math.max(HALF_MS, (durationMs ?? 0) / 8));
}

/** What a stage that was never measured took is known once it is over. */
function measureStage(work: Work): void {
  const { stage, factors, durationMs, spentMs, from } = work;
  if (stage === null || durationMs === null || factors.has(stage)) return;
  work.factors = new Map(factors).set(stage, (spentMs - from) / Math.max(1, durationMs));
}

/** What a job has left, as if it had the machine to itself; null while nothing tells it. */
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
 * How much slower the machine is in this run than it was before, by what all jobs under way have transcribed: it may be
 * busier or idler, and is so in the other stages and for the next jobs, too.
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

/** The factors, with guesses for what was never measured, of a machine that is so much slower. */
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
