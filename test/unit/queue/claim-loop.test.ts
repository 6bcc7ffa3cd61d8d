import { describe, expect, test } from 'vitest';
import { createClaimLoop } from '../../../src/main/queue/tasks/claim-loop.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

/** A queue in memory whose items end when the test says so. */
function setUp(concurrency: number) {
  const clock = createFakeClock();
  const waiting: string[] = [];
  const started: string[] = [];
  const errors: unknown[] = [];
  const open = new Map<string, PromiseWithResolvers<void>>();
  let claims = 0;
  let claimError: Error | null = null;
  const worker = createClaimLoop<string>({
    claim: async () => {
      claims++;
      if (claimError) throw claimError;
      return waiting.shift() ?? null;
    },
    run: (item) => {
      started.push(item);
      const end = Promise.withResolvers<void>();
      open.set(item, end);
      return end.promise;
    },
    onError: (error) => errors.push(error),
    concurrency: () => concurrency,
    clock,
  });
  return {
    worker,
    clock,
    waiting,
    started,
    errors,
    claims: () => claims,
    failClaims: (error: Error | null) => {
      claimError = error;
    },
    end: (item: string) => open.get(item)?.resolve(),
    fail: (item: string, error: Error) => open.get(item)?.reject(error),
  };
}

describe('the worker', () => {
  test('runs as many at once as it may, in order, and the next when one ends', async () => {
    const { worker, waiting, started, end, clock } = setUp(2);
    waiting.push('a', 'b', 'c', 'd');
    worker.start();
    await clock.sleeping();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await until(() => started.length === 3);
    expect(started).toEqual(['a', 'b', 'c']);
    for (const item of ['a', 'c']) end(item);
    await until(() => started.length === 4);
    end('d');
    await worker.stop();
  });

  test('looks at once when it is nudged, and by itself after a while', async () => {
    const { worker, waiting, started, end, clock } = setUp(1);
    worker.start();
    await clock.sleeping();
    waiting.push('nudged');
    worker.nudge();
    await until(() => started.includes('nudged'));
    end('nudged');
    await until(() => clock.sleepers() === 1);
    waiting.push('unannounced');
    expect(started).not.toContain('unannounced');
    await clock.advance(15_000);
    await until(() => started.includes('unannounced'));
    end('unannounced');
    await worker.stop();
  });

  test('misses no nudge that comes while it looks', async () => {
    const { worker, waiting, started, end } = setUp(1);
    worker.start();
    waiting.push('late');
    worker.nudge();
    await until(() => started.length === 1);
    end('late');
    await worker.stop();
    expect(started).toEqual(['late']);
  });

  test('waits for what runs when it stops, and takes no more', async () => {
    const { worker, waiting, started, end, clock } = setUp(1);
    waiting.push('running', 'waiting');
    worker.start();
    await clock.sleeping();
    let stopped = false;
    const stop = worker.stop().then(() => {
      stopped = true;
    });
    await clock.advance(60_000);
    expect(stopped).toBe(false);
    end('running');
    await stop;
    expect(started).toEqual(['running']);
    expect(waiting).toEqual(['waiting']);
  });

  test('stops at once when nothing runs, and when it never started', async () => {
    const idle = setUp(1);
    idle.worker.start();
    await idle.clock.sleeping();
    await idle.worker.stop();
    expect(idle.clock.sleepers()).toBe(0);
    await setUp(1).worker.stop();
  });

  test('goes on after an item failed and after a claim failed', async () => {
    const { worker, waiting, started, errors, fail, end, failClaims, clock } = setUp(1);
    waiting.push('bad', 'good');
    worker.start();
    await until(() => started.length === 1);
    const broken = new Error('broken');
    fail('bad', broken);
    await until(() => started.length === 2);
    expect(errors).toEqual([broken]);
    const locked = new Error('locked');
    failClaims(locked);
    end('good');
    await until(() => errors.length === 2);
    expect(errors[1]).toBe(locked);
    failClaims(null);
    waiting.push('later');
    await clock.advance(15_000);
    await until(() => started.includes('later'));
    end('later');
    await worker.stop();
  });

  test('does not look again and again when there is nothing', async () => {
    const { worker, claims, clock } = setUp(1);
    worker.start();
    await clock.sleeping();
    await clock.advance(14_000);
    expect(claims()).toBe(1);
    await worker.stop();
  });

  test('started twice, still runs one loop', async () => {
    const { worker, claims, clock } = setUp(1);
    worker.start();
    worker.start();
    await clock.sleeping();
    expect(claims()).toBe(1);
    await worker.stop();
  });
});
