import { beforeEach, expect, test } from 'vitest';
import { createEventBus } from '../../../../src/main/core/events.ts';
import type { Logger } from '../../../../src/main/core/logger.ts';
import {
  createWorkerRegistry,
  type WorkerRegistry,
} from '../../../../src/main/services/workers/worker-registry.ts';
import type { Beat } from '../../../../src/shared/worker-protocol.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/harness/fake-clock.ts';

let clock: FakeClock;
let closing: AbortController;
let registry: WorkerRegistry;
let told: number;

beforeEach(() => {
  [clock, closing, told] = [createFakeClock(), new AbortController(), 0];
  const logger = { info: () => {} } as unknown as Logger;
  const events = createEventBus();
  events.subscribe(() => told++);
  registry = createWorkerRegistry({ clock, logger, events, closing: closing.signal });
});

const worker = (id: string, lanes = 2) => ({ id, name: id, version: '1', lanes });
const beat = (id: string, said: Partial<Beat> = {}): void =>
  registry.beat({
    ...{ protocol: 1, worker: worker(id), tasks: [], models: [], device: null, problem: null },
    ...{ drains: false, ...said },
  });
const names = () => registry.list().map(({ name }) => name);

test('a worker is there while it beats, and gone after fifteen seconds of silence', async () => {
  beat('one');
  beat('two');
  for (let second = 0; second < 60; second += 5) {
    await clock.advance(5000);
    beat('one');
    if (second === 10) expect(names()).toEqual(['one', 'two']);
  }
  expect(names()).toEqual(['one']);
  expect(registry.lanes()).toBe(2);
});

test('what it says is listed, and told of only where it is news', async () => {
  beat('one', { models: ['base'], device: 'A card', tasks: [{ task: 'a', attempt: 1 }] });
  expect(registry.list()).toMatchObject([
    { name: 'one', busy: 1, models: [{ name: 'base', device: 'A card' }], draining: false },
  ]);
  await clock.advance(2000);
  const before = told;
  beat('one', { models: ['base'] });
  await clock.advance(2000);
  expect(told).toBe(before);
  beat('one', {
    models: ['base'],
    problem: 'No.',
    drains: true,
    tasks: [{ task: 'a', attempt: 1 }],
  });
  expect(told).toBe(before + 1);
  expect(registry.list()).toMatchObject([{ problem: 'No.', draining: true }]);
  expect(registry.lanes()).toBe(0);
  beat('one', { drains: true });
  expect(names()).toEqual([]);
});

test('its windows are counted, and those of the last hour', async () => {
  for (let minute = 0; minute < 90; minute++) {
    registry.transcribed(worker('one'));
    for (let tick = 0; tick < 6; tick++) {
      await clock.advance(10_000);
      registry.hear(worker('one'));
    }
  }
  expect(registry.list()).toMatchObject([{ windows: 90, windows_last_hour: 59 }]);
});

test('of many that come at once it is told once a second', async () => {
  for (let at = 0; at < 500; at++) beat(`w${at}`);
  expect(told).toBe(1);
  await clock.advance(5000);
  expect(told).toBe(2);
});

test('a key that is misused fills no memory: the one not heard of for longest goes', () => {
  for (let at = 0; at < 3_000; at++) registry.hear(worker(`w${at}`));
  expect(names()).toHaveLength(2_000);
  expect(names()[0]).toBe('w1000');
});
