import { describe, expect, test } from 'vitest';
import type { Engine, OpenEngine } from '../../../src/main/engine/engine.ts';
import {
  createLanePlans,
  type LanePlan,
  lanePlansFor,
  measureLanes,
} from '../../../src/main/engine/lanes/lane-plans.ts';
import { createLogger } from '../../../src/main/logger.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { until } from '../../helpers/until.ts';

const usual = { lanes: 2, threads: 2 };
const measured = { lanes: 4, threads: 1 };

function setUp({ given = null, kept = {} }: { given?: LanePlan | null; kept?: unknown } = {}) {
  const clock = createFakeClock();
  const signals: AbortSignal[] = [];
  let stored = kept;
  let finish = Promise.withResolvers<LanePlan>();
  const plans = createLanePlans({
    ...{ given, usual, cores: 4, clock, logger: createLogger('silent') },
    read: async () => stored,
    write: async (all) => {
      stored = all;
    },
    measure: (_modelPath, signal) => {
      signals.push(signal);
      finish = Promise.withResolvers();
      return finish.promise;
    },
  });
  return {
    ...{ plans, clock, signals },
    stored: () => stored,
    finish: () => finish.resolve(measured),
  };
}

describe('the lanes of a model', () => {
  test('are the usual ones until a quiet moment, then the measured ones', async () => {
    const { plans, clock, signals, finish, stored } = setUp();
    expect(await plans.of('a.bin')).toEqual(usual);
    plans.unused('a.bin');
    await clock.sleeping();
    await clock.advance(10_000);
    await until(() => signals.length === 1);
    finish();
    await until(() => Object.keys(stored() as object).length === 1);
    expect(await plans.of('a.bin')).toEqual(measured);
    expect(await plans.of('b.bin')).toEqual(usual);
    plans.unused('a.bin');
    await clock.advance(20_000);
    expect(signals).toHaveLength(1);
  });

  test('are measured another time when work comes in between', async () => {
    const { plans, clock, signals, finish, stored } = setUp();
    plans.unused('a.bin');
    await clock.sleeping();
    await clock.advance(10_000);
    await until(() => signals.length === 1);
    plans.used();
    expect(signals[0]?.aborted).toBe(true);
    finish();
    await clock.advance(0);
    expect(stored()).toEqual({});
  });

  test('are those given at start, and then nothing is measured', async () => {
    const given = { lanes: 1, threads: 4 };
    const { plans, clock, signals } = setUp({ given });
    plans.unused('a.bin');
    await clock.advance(20_000);
    expect(signals).toEqual([]);
    expect(await plans.of('a.bin')).toEqual(given);
  });

  test('are the usual ones where nobody understands what was kept', async () => {
    expect(await setUp({ kept: 'four' }).plans.of('a.bin')).toEqual(usual);
  });
});

test('every plan uses all processors', () => {
  expect(lanePlansFor(8)).toEqual([
    { lanes: 1, threads: 8 },
    { lanes: 2, threads: 4 },
    { lanes: 4, threads: 2 },
  ]);
  expect(lanePlansFor(1)).toEqual([{ lanes: 1, threads: 1 }]);
});

test('the plan with the most windows a second wins, and no engine stays behind', async () => {
  const cost = new Map([
    [1, 100],
    [2, 80],
    [4, 90],
  ]);
  let now = 0;
  let running = 0;
  const open: OpenEngine = async ({ lanes = 1 }) => {
    running++;
    const detect = async () => {
      now += cost.get(lanes) ?? 0;
      return {};
    };
    const close = async () => {
      running--;
    };
    const info = { model: { architecture: 'whisper' }, languages: ['en'] };
    return { info, detect, close } as unknown as Engine;
  };
  const clock = { ...createFakeClock(), mono: () => now };
  const best = await measureLanes({
    ...{ open, modelPath: 'a.bin', plans: lanePlansFor(4), clock },
    signal: new AbortController().signal,
  });
  expect(best).toEqual({ lanes: 2, threads: 2, windowsASecond: 12.5 });
  expect(running).toBe(0);
});
