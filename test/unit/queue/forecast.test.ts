import { describe, expect, test } from 'vitest';
import { createForecast } from '../../../src/main/queue/forecast/forecast.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const MINUTE_MS = 60_000;
/** Half as long as the recording, and no other stage counts. */
const HALF = new Map([
  ['decoding', 0],
  ['detecting', 0],
  ['transcribing', 0.5],
  ['labeling', 0],
  ['structuring', 0],
] as const);

function setUp() {
  const clock = createFakeClock();
  const forecast = createForecast({ clock, slots: () => 4 });
  /** A job about to transcribe a recording of so many minutes. */
  const enter = (minutes: number) => {
    const job = forecast.enter();
    const lengthMs = minutes * MINUTE_MS;
    job.expect(HALF);
    job.lasts(lengthMs);
    return {
      ...job,
      at: (doneMs: number) => job.reach('transcribing', { doneMs, leftMs: lengthMs - doneMs }),
    };
  };
  return { clock, forecast, enter };
}

describe('the time left', () => {
  test('is what is left of the recording as fast as before, while nothing was transcribed', () => {
    const { enter } = setUp();
    const job = enter(10);
    expect(job.leftMs()).toBeNull();
    job.at(0);
    expect(job.leftMs()).toBe(5 * MINUTE_MS);
  });

  test('follows the real-time factor measured on the way', async () => {
    const { clock, enter } = setUp();
    const job = enter(10);
    job.at(0);
    await clock.advance(4 * MINUTE_MS);
    job.at(4 * MINUTE_MS);
    // As fast as real time, not twice as fast: six minutes, a little less for what was known before.
    expect(job.leftMs()).toBeGreaterThan(5.5 * MINUTE_MS);
    expect(job.leftMs()).toBeLessThanOrEqual(6 * MINUTE_MS);
  });

  test('takes a machine that has become slower for slower in what comes later, too', async () => {
    const { clock, enter } = setUp();
    const job = enter(10);
    job.expect(new Map([...HALF, ['labeling', 0.1]]));
    job.at(0);
    expect(job.leftMs()).toBe(6 * MINUTE_MS);
    await clock.advance(9 * MINUTE_MS);
    job.at(9 * MINUTE_MS);
    // A minute to transcribe, and two instead of one to label.
    expect(job.leftMs()).toBeGreaterThan(2.8 * MINUTE_MS);
    expect(job.leftMs()).toBeLessThanOrEqual(3 * MINUTE_MS);
  });

  test('counts all who share the machine, the short ones as long as they last', () => {
    const { enter } = setUp();
    const [long, short] = [enter(10), enter(2)];
    for (const job of [long, short]) job.at(0);
    // Alone five minutes and one: the short one is done after two, the long one when all is.
    expect(short.leftMs()).toBe(2 * MINUTE_MS);
    expect(long.leftMs()).toBe(6 * MINUTE_MS);
    short.leave();
    expect(long.leftMs()).toBe(5 * MINUTE_MS);
  });

  test('counts those that wait and take the place of who is done', () => {
    const { forecast, enter } = setUp();
    const jobs = [10, 10, 10, 2].map(enter);
    for (const job of jobs) job.at(0);
    const before = jobs[0]?.leftMs() ?? 0;
    forecast.waiting({ lengthsMs: [2 * MINUTE_MS], more: 0 });
    expect(jobs[0]?.leftMs()).toBe(before + MINUTE_MS);
    expect(forecast.totalMs()).toBe((5 + 5 + 5 + 1 + 1) * MINUTE_MS);
  });

  test('is the same for one who was measured beside others as for one alone', async () => {
    const { clock, enter } = setUp();
    const [one, other] = [enter(10), enter(10)];
    for (const job of [one, other]) job.at(0);
    await clock.advance(4 * MINUTE_MS);
    for (const job of [one, other]) job.at(4 * MINUTE_MS);
    other.leave();
    expect(one.spentMs()).toBe(2 * MINUTE_MS);
    expect(one.leftMs()).toBe(3 * MINUTE_MS);
  });

  test('falls with the clock between two passages, and never to nothing', async () => {
    const { clock, enter } = setUp();
    const job = enter(10);
    job.at(0);
    await clock.advance(MINUTE_MS);
    expect(job.leftMs()).toBe(4 * MINUTE_MS);
    await clock.advance(60 * MINUTE_MS);
    expect(job.leftMs()).toBe(2.5 * MINUTE_MS);
  });

  test('says nothing while neither the real-time factor nor the length is known', () => {
    const { forecast } = setUp();
    const job = forecast.enter();
    job.reach('decoding', { doneMs: 0, leftMs: 0 });
    expect(job.leftMs()).toBeNull();
    job.lasts(MINUTE_MS);
    expect(job.leftMs()).toBeNull();
    expect(forecast.totalMs()).toBeNull();
    job.leave();
    expect(forecast.totalMs()).toBe(0);
  });
});
