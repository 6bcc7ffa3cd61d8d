import { describe, expect, test } from 'vitest';
import { createForecast } from '../../../src/main/queue/forecast/forecast.ts';
import { createProgressReporter, type ProgressPoint } from '../../../src/main/queue/progress.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

function setUp(write: (point: ProgressPoint) => Promise<void> = async () => {}) {
  const clock = createFakeClock();
  const written: ProgressPoint[] = [];
  const errors: unknown[] = [];
  const reporter = createProgressReporter({
    write: async (point) => {
      written.push(point);
      await write(point);
    },
    onError: (error) => errors.push(error),
    forecast: createForecast({ clock, slots: () => 4 }).enter(),
    clock,
  });
  return { clock, written, errors, reporter };
}

describe('the progress reporter', () => {
  test('puts the stages one after the other on the way from 0 to 1', async () => {
    const { reporter, written } = setUp();
    const stages = ['fetching', 'decoding', 'transcribing', 'labeling', 'structuring'] as const;
    for (const stage of stages) {
      for (const fraction of [0, 0.5, 1]) {
        reporter.report(stage, fraction);
        await reporter.flush();
      }
    }
    const values = written.map(({ progress }) => progress);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values[0]).toBe(0);
    expect(values.at(-1)).toBeLessThan(1);
  });

  test('says again when it will be done, once that has changed though nothing new was told', async () => {
    const { reporter, written, clock } = setUp();
    reporter.expect(
      new Map([
        ['decoding', 0.01],
        ['detecting', 0.001],
        ['transcribing', 0.5],
        ['labeling', 0],
        ['structuring', 0.001],
      ]),
    );
    const lengthMs = 100_000;
    reporter.lasts(lengthMs);
    reporter.report('transcribing', 0, { doneMs: 0, leftMs: lengthMs });
    await reporter.flush();
    reporter.refresh();
    await clock.advance(4_000);
    reporter.refresh();
    await reporter.flush();
    expect(written.map(({ etaMs }) => etaMs)).toEqual([50_100, 46_100]);
  });

  test('keeps fractions that make no sense inside their stage', async () => {
    const { reporter, written } = setUp();
    reporter.report('decoding', -3);
    await reporter.flush();
    reporter.report('decoding', 40);
    await reporter.flush();
    expect(written.map(({ progress }) => progress)).toEqual([0.05, 0.1]);
  });

  test('writes seldom however often it is told, and the newest last', async () => {
    const { reporter, written, clock } = setUp();
    for (let i = 0; i <= 1000; i++) {
      reporter.report('transcribing', i / 1000);
      if (i % 100 === 0) await clock.advance(100);
    }
    expect(written.length).toBeGreaterThan(1);
    expect(written.length).toBeLessThan(6);
    await reporter.flush();
    expect(written.at(-1)).toEqual({ stage: 'transcribing', progress: 0.96, etaMs: null });
  });

  test('writes the last point a little later though nothing comes after it, and once', async () => {
    const { reporter, written, clock } = setUp();
    reporter.report('fetching', 0);
    await reporter.flush();
    for (const fraction of [0.25, 0.5]) reporter.report('fetching', fraction);
    await clock.advance(399);
    expect(written.map(({ progress }) => progress)).toEqual([0]);
    await clock.advance(1);
    expect(written.map(({ progress }) => progress)).toEqual([0, 0.025]);
    await clock.advance(10_000);
    expect(written).toHaveLength(2);
  });

  test('has nothing to write later once a flush or a new stage has written it', async () => {
    const { reporter, written, clock } = setUp();
    for (const stage of ['fetching', 'decoding'] as const) {
      reporter.report(stage, 0);
      await clock.advance(1);
      reporter.report(stage, 0.5);
      expect(clock.sleepers()).toBe(1);
    }
    await reporter.flush();
    expect(clock.sleepers()).toBe(0);
    expect(written.at(-1)?.progress).toBeCloseTo(0.075);
  });

  test('writes a new stage at once', async () => {
    const { reporter, written } = setUp();
    reporter.report('fetching', 0);
    await reporter.flush();
    reporter.report('decoding', 0);
    await reporter.flush();
    expect(written.map(({ stage }) => stage)).toEqual(['fetching', 'decoding']);
  });

  test('writes one point after the other, and skips those in between', async () => {
    const slow = Promise.withResolvers<void>();
    let active = 0;
    let most = 0;
    const { reporter, written } = setUp(async () => {
      most = Math.max(most, ++active);
      await slow.promise;
      active--;
    });
    reporter.report('fetching', 0);
    reporter.report('decoding', 0);
    reporter.report('transcribing', 0);
    slow.resolve();
    await reporter.flush();
    expect(most).toBe(1);
    expect(written.map(({ stage }) => stage)).toEqual(['fetching', 'transcribing']);
  });

  test('still writes after a flush that had nothing to write', async () => {
    const { reporter, written } = setUp();
    await reporter.flush();
    reporter.report('fetching', 0.5);
    await reporter.flush();
    expect(written).toHaveLength(1);
  });

  test('tells what a write throws and goes on', async () => {
    const broken = new Error('broken');
    const { reporter, errors, written } = setUp(({ stage }) =>
      stage === 'fetching' ? Promise.reject(broken) : Promise.resolve(),
    );
    reporter.report('fetching', 0);
    await reporter.flush();
    reporter.report('decoding', 0);
    await reporter.flush();
    expect(errors).toEqual([broken]);
    expect(written).toHaveLength(2);
  });
});
