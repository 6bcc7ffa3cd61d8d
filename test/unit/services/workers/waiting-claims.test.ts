/** Workers that wait for windows: how they are served, and what it costs that they wait. */
import { beforeEach, expect, test } from 'vitest';
import type { Logger } from '../../../../src/main/core/logger.ts';
import type {
  ClaimedWindow,
  WindowDispatcher,
} from '../../../../src/main/queue/windows/window-dispatcher.ts';
import type { GivenModels } from '../../../../src/main/services/workers/given-models.ts';
import { createWaitingClaims } from '../../../../src/main/services/workers/waiting-claims.ts';
import {
  createWindowTrust,
  type WindowTrust,
} from '../../../../src/main/services/workers/window-trust.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/harness/fake-clock.ts';

const MANY = 1_000;
const never = new AbortController().signal;
const worker = (id: string) => ({ id, name: id, version: '1', lanes: 1 });

let clock: FakeClock;
let closing: AbortController;
/** The windows that wait, what was asked of them, and of the models. */
let queue: string[];
let asked: number;
let looked: number;
let passed: string[];
let wake: () => void;
let trust: WindowTrust;

function open({ lacking = false } = {}) {
  const dispatcher: Pick<WindowDispatcher, 'claim' | 'lacksModel' | 'onReady' | 'passOn'> = {
    async claim() {
      asked++;
      const key = queue.shift();
      if (key === undefined) return null;
      const model = { name: 'demo', sha256: 'x' };
      return { key, ask: { model }, pcm: new Uint8Array(2) } as ClaimedWindow;
    },
    lacksModel() {},
    onReady(listener) {
      wake = listener;
      return () => {};
    },
    async passOn({ key }) {
      passed.push(key);
      queue.push(key);
      wake();
    },
  };
  const models: Pick<GivenModels, 'find'> = {
    async find() {
      looked++;
      return lacking ? null : { name: 'demo', sha256: 'x', bytes: 1, path: '/x' };
    },
  };
  const logger = { error: () => {} } as unknown as Logger;
  const core = { clock, logger, closing: closing.signal, onStop: () => {} };
  return createWaitingClaims(core, {
    dispatcher: dispatcher as WindowDispatcher,
    models: models as GivenModels,
    trust,
  });
}

beforeEach(() => {
  clock = createFakeClock();
  closing = new AbortController();
  trust = createWindowTrust({ clock });
  [queue, passed, asked, looked] = [[], [], 0, 0];
});
const settled = () => clock.advance(0);

test('a thousand that wait ask once for all when something may be there, and look at no model', async () => {
  const claims = open();
  const all = Array.from({ length: MANY }, (_, at) => claims.claim(worker(`w${at}`), never));
  await settled();
  asked = 0;
  for (let second = 0; second < 20; second++) await clock.advance(1000);
  expect([asked, looked]).toEqual([0, 0]);
  wake();
  await settled();
  expect([asked, looked]).toEqual([1, 0]);
  queue.push('a', 'b');
  wake();
  await settled();
  expect([asked, looked]).toEqual([4, 2]);
  await clock.advance(5000);
  const given = (await Promise.all(all)).flatMap((one) => one?.window.key ?? []);
  expect(given).toEqual(['a', 'b']);
});

test('who came first is served first', async () => {
  const claims = open();
  const waiting = ['one', 'two'].map((id) => claims.claim(worker(id), never));
  queue.push('a', 'b');
  wake();
  expect((await Promise.all(waiting)).map((given) => given?.window.key)).toEqual(['a', 'b']);
});

test('one that waits no more, or of a service that stops, gets none, and no window is lost with it', async () => {
  const claims = open();
  const leaving = new AbortController();
  const left = claims.claim(worker('one'), leaving.signal);
  leaving.abort();
  const stopped = claims.claim(worker('two'), never);
  closing.abort();
  queue.push('a');
  wake();
  expect(await Promise.all([left, stopped])).toEqual([null, null]);
  expect(queue).toEqual(['a']);
});

test('a window that nobody who waits may have is looked past, once a second', async () => {
  const claims = open();
  trust.give('one', 'poison');
  queue.push('poison', 'sound');
  const first = await claims.claim(worker('one'), never);
  expect(first?.window.key).toBe('sound');
  expect(passed).toEqual(['poison']);
  const second = claims.claim(worker('one'), never);
  for (let tenth = 0; tenth < 100; tenth++) await clock.advance(100);
  expect(passed.length).toBeLessThanOrEqual(12);
  const other = claims.claim(worker('two'), never);
  await clock.advance(1000);
  expect((await other)?.window.key).toBe('poison');
  await clock.advance(30_000);
  expect(await second).toBeNull();
});

test('one that pauses is served as soon as its pause is over', async () => {
  const claims = open();
  trust.give('one', 'failed');
  trust.stored('failed', true);
  queue.push('a');
  const waiting = claims.claim(worker('one'), never);
  await clock.advance(999);
  expect(queue).toEqual(['a']);
  await clock.advance(1);
  expect((await waiting)?.window.key).toBe('a');
});

test('windows of a model that is not here are left to others', async () => {
  const claims = open({ lacking: true });
  queue.push('a');
  const waiting = claims.claim(worker('one'), never);
  await settled();
  expect(passed).toEqual(['a']);
  await clock.advance(30_000);
  expect(await waiting).toBeNull();
});
