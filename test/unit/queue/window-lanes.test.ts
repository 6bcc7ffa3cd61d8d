/** A service's lanes, where two models do not fit into memory at the same time. */
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createEnginePool } from '../../../src/main/engine/lanes/engine-pool.ts';
import { createRecordingsHere } from '../../../src/main/queue/windows/recordings-here.ts';
import type { ClaimedWindow } from '../../../src/main/queue/windows/window-dispatcher.ts';
import { createWindowLanes } from '../../../src/main/queue/windows/window-lanes.ts';
import type { Tasks } from '../../../src/main/repositories/tasks/tasks.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { taskOf } from '../../helpers/harness/no-tasks.ts';
import { until } from '../../helpers/harness/until.ts';

const LANES = 2;
const forever = new AbortController().signal;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const engine: Engine = {
  info: { ...ENGINE_INFO, lanes: LANES },
  alive: () => true,
  transcribe: async () => ({
    ...{ language: 'en', languageProbs: {}, noSpeechProb: 0, segments: [] },
  }),
  detect: async () => ({}),
  speech: async () => new Float32Array(),
  bench: async () => ({ runs: [] }),
  close: async () => {},
};

/** A window of a recording, asked of a model that is called as its digest. */
function windowOf(id: string, index: number, model: string): ClaimedWindow {
  const ask = {
    model: { name: model, sha256: model, architecture: 'whisper' as const },
    ...{ language: 'en', prompt: null, translate: false, alone: false },
  };
  const window = { id, index, startMs: 0, endMs: 1000, ask, hasDrift: false };
  return {
    ...{ ...taskOf('window', `${id}/${index}`), window, ask },
    ...{ speech: [], pcm: new Uint8Array(2) },
  };
}
const some = (id: string, model: string) => [0, 1, 2, 3].map((index) => windowOf(id, index, model));

/** Lanes of a service for which these windows wait, in this order; one model has room at a time. */
function setUp(waiting: ClaimedWindow[]) {
  const clock = createFakeClock();
  const engines = createEnginePool({
    open: async () => engine,
    fits: async (paths) => paths.length === 1,
    clock,
  });
  const here = createRecordingsHere();
  const stored: string[] = [];
  let wake = () => {};
  // The others are for those who add tasks.
  const tasks = {
    beat: async () => [],
    fail: async () => {},
    onReady(_kind: string, listener: () => void) {
      wake = listener;
      return () => {};
    },
  } as unknown as Tasks;
  const dispatcher = {
    async claim(_holder?: string, except: readonly string[] = []) {
      const at = waiting.findIndex(({ ask }) => !except.includes(ask.model.name));
      return at < 0 ? null : (waiting.splice(at, 1)[0] ?? null);
    },
    async store({ key }: { key: string }) {
      stored.push(key);
      const [id = '', index] = key.split('/');
      here.get(id)?.ended(Number(index));
    },
    lacksModel: () => {},
    async passOn(task: { key: string }) {
      waiting.unshift(task as ClaimedWindow);
      wake();
    },
  };
  const lanes = createWindowLanes(
    { tasks, clock, logger: createLogger('silent') },
    {
      ...{ dispatcher, here, engines },
      resolveModel: async (name) => ({ path: name, sha256: name }),
    },
  );
  ends.push(lanes.stop, engines.close);
  /** Goes on with a recording until its windows, all of this model, are stored. */
  const plan = (id: string, sha256: string, onHere = () => {}): Promise<void> =>
    engines.use(sha256, forever, async (used) => {
      const left = new Set([0, 1, 2, 3]);
      const done = Promise.withResolvers<void>();
      const ended = (index: number) => {
        left.delete(index);
        if (left.size === 0) done.resolve();
      };
      here.add(id, {
        ...{ engine: used, sha256, signal: forever, begun: () => {}, failed: done.reject, ended },
      });
      onHere();
      wake();
      await done.promise;
      await here.remove(id);
    });
  return { lanes, clock, plan, stored };
}

const keysOf = (id: string) => [0, 1, 2, 3].map((index) => `${id}/${index}`);

test('windows of a model without room hold up none of the one in use, and come when it is done', async () => {
  // Asked for before a start, by a recording that goes on after this one.
  const waiting = [...some('late', 'large'), ...some('own', 'small')];
  const { lanes, plan, stored } = setUp(waiting);
  const own = plan('own', 'small', lanes.start);
  const late = plan('late', 'large');
  await own;
  expect(stored.toSorted()).toEqual(keysOf('own'));
  await late;
  expect(stored.slice(4).toSorted()).toEqual(keysOf('late'));
});

test('windows that nobody here has planned are transcribed once their model has room', async () => {
  const { lanes, clock, plan, stored } = setUp([...some('far', 'large'), ...some('own', 'small')]);
  await plan('own', 'small', lanes.start);
  expect(stored.toSorted()).toEqual(keysOf('own'));
  await until(async () => {
    await clock.advance(15_000);
    return stored.length === 8;
  });
  expect(stored.slice(4).toSorted()).toEqual(keysOf('far'));
});

test('windows of others of the model in use are transcribed beside it, whoever waits for another one', async () => {
  const { lanes, plan, stored } = setUp([
    ...some('far', 'small'),
    ...some('own', 'small'),
    ...some('late', 'large'),
  ]);
  const own = plan('own', 'small');
  const late = plan('late', 'large');
  await new Promise((resolve) => setImmediate(resolve));
  lanes.start();
  await own;
  await late;
  expect(stored.slice(-4).toSorted()).toEqual(keysOf('late'));
  expect(stored.slice(0, 8).toSorted()).toEqual([...keysOf('far'), ...keysOf('own')]);
});
