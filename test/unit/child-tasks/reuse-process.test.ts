/** A process that has answered is kept for the next request for a while. */
import { beforeEach, expect, test } from 'vitest';
import { reuseProcess } from '../../../src/main/child-tasks/reuse-process.ts';
import { askChild, type Child } from '../../../src/main/processes/child-process.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const IDLE_MS = 10_000;
const forever = new AbortController().signal;

/** `second` is answered by any process but the first. */
type Request = 'good' | 'large' | 'bad' | 'second';

/** Processes in memory, by number; each notes what it is asked and whether it was killed. */
function setUp() {
  const clock = createFakeClock();
  const closing = new AbortController();
  const processes: { asked: Request[]; killed: boolean; die: () => void }[] = [];
  const start = (): Child<Request, number> => {
    const number = processes.length;
    const ended = Promise.withResolvers<string>();
    let tell: Parameters<Child<Request, number>['onMessage']>[0] = () => {};
    const own = { asked: [] as Request[], killed: false, die: () => ended.resolve('SIGKILL') };
    processes.push(own);
    return {
      post: (request) => {
        own.asked.push(request);
        if (request === 'second' && number === 0) return;
        queueMicrotask(() => {
          if (request === 'bad') tell({ type: 'failed', code: null, message: 'bad' });
          else tell({ type: 'done', result: number, reusable: request !== 'large' });
        });
      },
      onMessage: (listener) => {
        tell = listener;
      },
      onEnd: (listener) => void ended.promise.then(listener),
      kill: () => {
        own.killed = true;
        own.die();
      },
    };
  };
  const kept = reuseProcess(start, { clock, closing: closing.signal });
  const ask = (request: Request, signal = forever) => askChild(kept, request, { signal });
  return { ask, clock, closing, processes };
}

let set: ReturnType<typeof setUp>;
beforeEach(() => {
  set = setUp();
});

test('it answers one request after the other', async () => {
  const { ask, processes } = set;
  expect([await ask('good'), await ask('good'), await ask('good')]).toEqual([0, 0, 0]);
  expect(processes).toMatchObject([{ asked: ['good', 'good', 'good'], killed: false }]);
});

test('it ends if nothing is asked for a while', async () => {
  const { ask, clock, processes } = set;
  await ask('good');
  await clock.advance(IDLE_MS - 1);
  expect(await ask('good')).toBe(0);
  await clock.advance(IDLE_MS - 1);
  expect(processes[0]?.killed).toBe(false);
  await clock.advance(1);
  expect(processes[0]?.killed).toBe(true);
  expect(await ask('good')).toBe(1);
});

test('those that answer at the same time are two, and one of them is kept', async () => {
  const { ask, processes } = set;
  expect((await Promise.all([ask('good'), ask('good')])).toSorted()).toEqual([0, 1]);
  expect(processes.map(({ killed }) => killed)).toEqual([false, true]);
  expect(await ask('good')).toBe(0);
});

test.each(['large', 'bad'] as const)('it ends after a request that is %s', async (request) => {
  const { ask, processes } = set;
  await ask(request).catch(() => {});
  expect(processes[0]?.killed).toBe(true);
  expect(await ask('good')).toBe(1);
});

test('it ends when its work is aborted', async () => {
  const { ask, processes } = set;
  await ask('good');
  const stop = new AbortController();
  const asked = ask('second', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
  expect(processes[0]?.killed).toBe(true);
  expect(await ask('good')).toBe(1);
});

test('one that was killed while it waited is not asked', async () => {
  const { ask, processes } = set;
  await ask('good');
  processes[0]?.die();
  await Promise.resolve();
  expect(await ask('good')).toBe(1);
});

test('one that is killed at work is replaced', async () => {
  const { ask, processes } = set;
  await ask('good');
  const asked = ask('second');
  processes[0]?.die();
  expect(await asked).toBe(1);
  expect(processes.map((one) => one.asked)).toEqual([['good', 'second'], ['second']]);
});

test('none waits once the service stops', async () => {
  const { ask, closing, processes } = set;
  await ask('good');
  closing.abort();
  await Promise.resolve();
  await Promise.resolve();
  expect(processes[0]?.killed).toBe(true);
});
