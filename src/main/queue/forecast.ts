/** How long the jobs under way still take: they share one machine, and each is measured while it runs. */
import type { Stage } from '../../shared/transcription/transcription.ts';
import type { Clock } from '../clock.ts';
import type { RealTimeFactors } from '../repositories/jobs/real-time-factor.repository.ts';
import { withGuesses } from './stage-times.ts';

/** How far a stage is, in milliseconds of the recording. `underWay` is being worked on and in neither of the others. */
export type Reach = { doneMs: number; leftMs: number; underWayMs?: number };

/** A job's own part of the forecast. Of the time in which several take turns at the lanes, each is given its share. */
export type JobForecast = {
  /** Sets how fast this machine was with the job's model before. */
  expect(factors: RealTimeFactors): void;
  /** The recording's length, as soon as anything tells it. */
  lasts(durationMs: number): void;
  /** Where it stands; measuring starts anew where nothing of a stage is done. */
  reach(stage: Stage, reach: Reach): void;
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
/** Of what a stage has left, this part may pass by the clock alone before something more is done. */
const MOST_BY_CLOCK = 0.5;

type Work = {
  factors: RealTimeFactors;
  durationMs: number | null;
  stage: Stage | null;
  reach: Reach;
  spentMs: number;
  /** How much of the recording was heard, and the time spent on it. */
  heard: { doneMs: number; spentMs: number };
  /** In time spent: when measuring began, and when the last reach was told. */
  from: number;
  at: number;
};

/** What is left to do, one after the other; those in a `shared` part take turns at the engine's lanes. */
type Part = { shared: boolean; ms: number };

const isShared = (stage: Stage | null) => stage === 'transcribing';
const LATER: readonly Stage[] = ['decoding', 'transcribing', 'labeling', 'structuring'];

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
    return next.map((ms) => (ms === null || !model ? null : partsFrom('decoding', model, ms)));
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
        heard: { doneMs: 0, spentMs: 0 },
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
          if (stage !== work.stage || doneMs === 0) work.from = work.spentMs;
          work.at = work.spentMs;
          work.stage = stage;
          // Each is half done as a rule, where it is worked on at all.
          const half = underWayMs / Math.max(1, crowd().sharing) / 2;
          const halfDoneMs = doneMs + half;
          if (isShared(stage) && doneMs > 0) {
            work.heard = { doneMs: halfDoneMs, spentMs: work.at - work.from };
          }
          work.reach = { doneMs: halfDoneMs, leftMs: leftMs + underWayMs - half };
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

/** What a job has left, as if it had the machine to itself; null while nothing tells it. */
function partsLeft(
  { factors, durationMs, stage, reach, spentMs, from, at }: Work,
  change: number,
): Part[] | null {
  if (stage === null || durationMs === null) return null;
  const known = atSpeed(factors, change);
  const before = known.get(stage);
  const weight = before === undefined ? 0 : PRIOR_MS;
  const measured = reach.doneMs + weight;
  if (measured === 0 || (stage === 'decoding' && !known.has('transcribing'))) return null;
  const factor = ((before ?? 0) * weight + (reach.doneMs > 0 ? at - from : 0)) / measured;
  const stageMs = reach.leftMs * factor;
  const ms = stageMs - Math.min(spentMs - at, stageMs * MOST_BY_CLOCK);
  const later = LATER[LATER.indexOf(stage) + 1];
  const after = before === undefined ? withGuesses(new Map(known).set(stage, factor)) : known;
  return [{ shared: isShared(stage), ms }, ...(later ? partsFrom(later, after, durationMs) : [])];
}

/**
 * How much slower the machine is in this run than it was before, by what all jobs under way have heard: it may be busier
 * or idler, and is so in the other stages and for whoever comes next, too.
 */
function changeOf(under: Iterable<Work>): number {
  let [spentMs, expectedMs, jobs, weight] = [0, 0, 0, 0];
  for (const { heard, factors } of under) {
    const before = factors.get('transcribing');
    if (before === undefined) continue;
    spentMs += heard.spentMs;
    expectedMs += heard.doneMs * before;
    weight += before * PRIOR_MS;
    jobs += 1;
  }
  return jobs === 0 ? 1 : (spentMs + weight / jobs) / (expectedMs + weight / jobs);
}

/** The factors, with guesses for what was never measured, of a machine that is so much slower. */
function atSpeed(factors: RealTimeFactors, change: number): RealTimeFactors {
  return new Map([...withGuesses(factors)].map(([stage, factor]) => [stage, factor * change]));
}

function partsFrom(stage: Stage, factors: RealTimeFactors, durationMs: number): Part[] {
  return LATER.slice(LATER.indexOf(stage)).map((each) => ({
    shared: isShared(each),
    ms: (factors.get(each) ?? 0) * durationMs,
  }));
}

type Running<Key> = { key: Key; parts: Part[] };

/** When each ends; who waits takes the place of one that is done. Null where nothing is known of any. */
function endsOf<Key>(
  under: readonly { key: Key; parts: Part[] | null }[],
  waiting: readonly { key: number; parts: Part[] | null }[],
  slots: number,
): Map<Key | number, number> | null {
  const known = [...under, ...waiting].flatMap(({ parts }) => (parts === null ? [] : [parts]));
  if (known.length === 0) return null;
  const usual = sum(known.flat().map(({ ms }) => ms)) / known.length;
  const copy = <Any>({ key, parts }: { key: Any; parts: Part[] | null }): Running<Any> => ({
    key,
    parts: (parts ?? [{ shared: true, ms: usual }]).map((part) => ({ ...part })),
  });
  const queue = waiting.map(copy);
  let running: Running<Key | number>[] = under.map(copy);
  const ends = new Map<Key | number, number>();
  for (let atMs = 0; ; ) {
    running.push(...queue.splice(0, Math.max(0, slots - running.length)));
    if (running.length === 0) return ends;
    atMs += step(running);
    for (const { key, parts } of running) if (parts.length === 0) ends.set(key, Math.round(atMs));
    running = running.filter(({ parts }) => parts.length > 0);
  }
}

/** Goes on to the moment when the next part ends, and says how long that took. */
function step(running: readonly Running<unknown>[]): number {
  const { slowness } = crowdOf(running.map(({ parts }) => parts[0]?.shared ?? false));
  const needs = ({ shared, ms }: Part) => ms * slowness(shared);
  const passed = Math.min(...running.flatMap(({ parts }) => parts.slice(0, 1).map(needs)));
  for (const { parts } of running) {
    const [part] = parts;
    if (!part) continue;
    if (needs(part) <= passed) parts.shift();
    else part.ms -= passed / slowness(part.shared);
  }
  return passed;
}

/**
 * How much slower each is than alone. The engine and every other stage keep all processors busy, so they halve them
 * where they are two; who shares the engine also takes turns at its lanes.
 */
function crowdOf(shared: readonly boolean[]) {
  const sharing = shared.filter(Boolean).length;
  const busy = shared.length - sharing + Math.min(1, sharing);
  return { sharing, slowness: (isShared: boolean) => busy * (isShared ? sharing : 1) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
