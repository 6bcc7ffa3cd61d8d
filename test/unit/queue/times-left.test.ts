import { describe, expect, test } from 'vitest';
import { createForecast, type JobForecast } from '../../../src/main/queue/forecast/forecast.ts';
import type { RealTimeFactors } from '../../../src/main/repositories/jobs/real-time-factor.repository.ts';
import type { Stage } from '../../../src/shared/transcription/transcription.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const STEP_MS = 100;
const WINDOW_MS = 20_000;
const LANES = 2;
const MINUTE_MS = 60_000;
/** What the stages of this machine take for a millisecond of a recording, with nothing beside them. */
const TRUE_FACTORS = new Map([
  ['decoding', 0.002],
  ['detecting', 0],
  ['transcribing', 0.1],
  ['labeling', 0.03],
  ['structuring', 0.001],
] as const);

type Simulated = {
  forecast: JobForecast;
  lengthMs: number;
  stage: Stage;
  /** Of the recording, in this stage. */
  doneMs: number;
  windows: { leftMs: number; lengthMs: number; begun: boolean }[];
  claims: { atMs: number; leftMs: number | null }[];
  endedMs: number | null;
};

/**
 * A machine with two lanes that transcribe windows of 20 s, in the time they take: a free lane goes to the job with the
 * fewest. Stages that are busy at the same time share its processors. `known` is what it was taken to be like before.
 */
async function simulate(minutes: readonly number[], known: RealTimeFactors): Promise<Simulated[]> {
  const clock = createFakeClock();
  const shared = createForecast({ clock, slots: () => 4 });
  const jobs = minutes.map((length): Simulated => {
    const forecast = shared.enter();
    const lengthMs = length * MINUTE_MS;
    forecast.expect(known);
    forecast.lasts(lengthMs);
    const windows = Array.from({ length: lengthMs / WINDOW_MS }, () => ({
      leftMs: WINDOW_MS,
      lengthMs: WINDOW_MS,
      begun: false,
    }));
    const job = { forecast, lengthMs, windows, doneMs: 0, claims: [], endedMs: null };
    return { ...job, stage: 'decoding' };
  });
  while (jobs.some(({ endedMs }) => endedMs === null)) {
    const running = jobs.filter(({ endedMs }) => endedMs === null);
    const groups = new Set(running.map((job) => (job.stage === 'transcribing' ? 'engine' : job)));
    const share = STEP_MS / groups.size;
    advance(running, share / LANES);
    for (const job of running) if (job.stage !== 'transcribing') goOn(job, share);
    await clock.advance(STEP_MS);
    for (const job of running) tell(job, clock.mono());
  }
  return jobs;
}

/** A step of each lane. */
function advance(running: readonly Simulated[], laneMs: number): void {
  const transcribingNow = running.filter(({ stage }) => stage === 'transcribing');
  const busy = (job: Simulated) => job.windows.filter(({ begun }) => begun).length;
  for (
    let lane = transcribingNow.reduce((sum, job) => sum + busy(job), 0);
    lane < LANES;
    lane += 1
  ) {
    const waiting = transcribingNow.filter((job) => job.windows.some(({ begun }) => !begun));
    const [next] = waiting.toSorted((a, b) => busy(a) - busy(b) || a.doneMs - b.doneMs);
    const window = next?.windows.find(({ begun }) => !begun);
    if (window) window.begun = true;
  }
  const factor = TRUE_FACTORS.get('transcribing') ?? 0;
  for (const job of transcribingNow) {
    for (const window of job.windows) if (window.begun) window.leftMs -= laneMs / factor;
    for (const window of job.windows.filter(({ leftMs }) => leftMs <= 0)) {
      job.doneMs += window.lengthMs;
      job.windows.splice(job.windows.indexOf(window), 1);
    }
  }
}

function goOn(job: Simulated, ms: number): void {
  job.doneMs += ms / (TRUE_FACTORS.get(job.stage as 'labeling') ?? 1);
}

const AFTER: Partial<Record<Stage, Stage>> = {
  decoding: 'transcribing',
  transcribing: 'labeling',
  labeling: 'structuring',
};

function tell(job: Simulated, atMs: number): void {
  if (job.doneMs >= job.lengthMs) {
    const next = AFTER[job.stage];
    job.doneMs = 0;
    if (next) job.stage = next;
    else {
      job.endedMs = atMs;
      job.forecast.leave();
      return;
    }
  }
  const underWayMs = job.windows.filter(({ begun }) => begun).length * WINDOW_MS;
  const underWay = job.stage === 'transcribing' ? underWayMs : 0;
  const leftMs = job.lengthMs - job.doneMs - underWay;
  job.forecast.reach(job.stage, { doneMs: job.doneMs, leftMs, underWayMs: underWay });
  job.claims.push({ atMs, leftMs: job.forecast.leftMs() });
}

/** How far the claims at 20, 40, 60 and 80 % of the time were off, in parts of what was truly left. */
function errors({ claims, endedMs }: Simulated): number[] {
  return [0.2, 0.4, 0.6, 0.8].map((share) => {
    const momentMs = share * (endedMs ?? 0);
    const claimed = claims.findLast(({ atMs }) => atMs <= momentMs)?.leftMs ?? Number.NaN;
    const leftMs = (endedMs ?? 0) - momentMs;
    return Math.abs(claimed - leftMs) / leftMs;
  });
}

const FOUR = [dose(15, 30), 10, 8, 6];
const slower = new Map([...TRUE_FACTORS].map(([stage, factor]) => [stage, factor * 2] as const));

describe('the time left is within a quarter of what it takes, from a fifth of the way on', () => {
  test.each([
    ['one', [30], TRUE_FACTORS],
    ['one on a machine that was busier before', [30], slower],
    ['four at once', FOUR, TRUE_FACTORS],
    ['four at once on a machine that was busier before', FOUR, slower],
    ['four as long as each other', Array.from({ length: 4 }, () => dose(8, 20)), TRUE_FACTORS],
  ])('%s', async (_, minutes, known) => {
    for (const job of await simulate(minutes, known)) {
      for (const error of errors(job)) expect(error).toBeLessThan(0.25);
    }
  });
});
