/** A service's lanes, where two models do not fit into memory at the same time. */
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createEnginePool } from '../../../src/main/engine/lanes/engine-pool.ts';
import { createRecordingsHere } from '../../../src/main/queue/windows/recordings-here.ts';
import type { ClaimedWindow } from '../../../src/main/queue/windows/window-dispatcher.ts';
import { createWindowLanes } from '../../../src/main/queue/windows/window-lanes.ts';
import type { Tasks } from '../../../src/main/repositories/tasks/tasks.ts';
import { ENGINE_INFO, TIMINGS } from '../../helpers/engines/engine-info.ts';
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
    ...{ language: 'en', languageProbs: {}, noSpeechProb: 0, segments: [], timings: TIMINGS },
  }),
  detect: async () => ({}),
  speech: async () => new Float32Array(),
  bench: async () => ({ runs: [] }),
  close: async () => {},
};

/** A window of the recording `one`, asked of a model that is called as its digest. */
function windowOf(index: number, model: string): ClaimedWindow {
  const ask = {
    model: { name: model, sha256: model, architecture: 'whisper' as const },
    ...{ language: 'en', prompt: null, translate: false, alone: false },
  };
  const window = { id: 'one', index, startMs: 0, endMs: 1000, ask, hasDrift: false };
  return { ...taskOf('window', `one/${index}`), window, ask, speech: [], pcm: new Uint8Array(2) };
}

/** Lanes of a service for which these windows wait, in this order. */
function setUp(waiting: ClaimedWindow[]) {
  const clock = createFakeClock();
  const engines = createEnginePool({
    open: async () => engine,
    fits: async (paths) => paths.length === 1,
    clock,
  });
  const here = createRecordingsHere();
  const stored: number[] = [];
  const next = (except: readonly string[]): ClaimedWindow | null => {
    const at = waiting.findIndex(({ ask }) => !except.includes(ask.model.name));
    return at < 0 ? null : (waiting.splice(at, 1)[0] ?? null);
  };
  const lanes = createWindowLanes(
    {
      // The others are for those who add tasks.
      tasks: {
        beat: async () => [],
        fail: async () => {},
        onReady: () => () => {},
      } as unknown as Tasks,
      clock,
      logger: createLogger('silent'),
    },
    {
      dispatcher: {
        claim: async (_holder, except = []) => next(except),
        store: async ({ key }) => {
          const index = Number(key.split('/')[1]);
          stored.push(index);
          here.get('one')?.ended(index);
        },
        lacksModel: () => {},
        passOn: async () => {},
      },
      here,
      engines,
      resolveModel: async (name) => ({ path: name, sha256: name }),
    },
  );
  ends.push(lanes.stop, engines.close);
  return { lanes, engines, here, stored };
}

test('windows of a model without room hold up none of the one in use, and come when it is done', async () => {
  // A recording goes on after a start: those of its second model were asked for before.
  const left = [0, 1, 2, 3].map((index) => windowOf(index, 'large'));
  const own = [10, 11, 12, 13].map((index) => windowOf(index, 'small'));
  const { lanes, engines, here, stored } = setUp([...left, ...own]);
  const done = Promise.withResolvers<void>();
  const planned = engines.use('small', forever, async (used) => {
    here.add('one', {
      ...{ engine: used, sha256: 'small', signal: forever, begun: () => {}, failed: () => {} },
      ended: () => {
        if (own.every(({ window }) => stored.includes(window.index))) done.resolve();
      },
    });
    lanes.start();
    await done.promise;
    await here.remove('one');
  });
  await until(() => stored.length === 8);
  expect(stored.slice(0, 4).toSorted()).toEqual([10, 11, 12, 13]);
  await planned;
});
