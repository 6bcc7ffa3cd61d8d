/** Work on tasks: for as long as they are this worker's, and again if it fails. */
import { expect, test } from 'vitest';
import { createTaskWorker } from '../../../src/main/queue/tasks/task-worker.ts';
import {
  LostTaskError,
  type Task,
  type Tasks,
} from '../../../src/main/repositories/tasks/tasks.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { taskOf } from '../../helpers/harness/no-tasks.ts';
import { until } from '../../helpers/harness/until.ts';

const SECOND = 1000;

/** A worker, and tasks that the test hands out and takes away. */
function setUp(run: (task: Task, signal: AbortSignal) => Promise<void>) {
  const clock = createFakeClock();
  const waiting: Task[] = [];
  const lost: Task[] = [];
  const failed: Task[] = [];
  const errors: unknown[] = [];
  let [beats, wake] = [0, () => {}];
  const tasks = {
    claim: async () => waiting.shift() ?? null,
    async beat(held: readonly Task[]) {
      beats += 1;
      return held.filter((task) => lost.includes(task));
    },
    fail: async (task: Task) => void failed.push(task),
    onReady(_kind: string, listener: () => void) {
      wake = listener;
      return () => {};
    },
  };
  const worker = createTaskWorker({
    // The others are for those who add tasks and for what runs.
    tasks: tasks as unknown as Tasks,
    kind: 'webhook',
    claim: () => tasks.claim(),
    run,
    onError: (error) => errors.push(error),
    concurrency: () => 1,
    clock,
  });
  worker.start();
  const add = (key: string): Task => {
    const task = taskOf('webhook', key);
    waiting.push(task);
    wake();
    return task;
  };
  return { worker, clock, add, lost, failed, errors, beats: () => beats };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

test('what is added begins at once, and is shown to be worked on every three seconds', async () => {
  const end = Promise.withResolvers<void>();
  const { worker, clock, add, beats } = setUp(() => end.promise);
  await clock.sleeping();
  add('long');
  await clock.sleeping(3 * SECOND);
  await until(() => clock.sleepers() > 0);
  await clock.advance(11 * SECOND);
  expect(beats()).toBe(3);
  end.resolve();
  await until(() => clock.sleepers() === 1);
  await clock.advance(11 * SECOND);
  expect(beats()).toBe(3);
  await worker.stop();
});

test('what is lost is aborted, and is not given back', async () => {
  let seen: AbortSignal | null = null;
  const { worker, clock, add, lost, failed, errors } = setUp(async (_task, signal) => {
    seen = signal;
    await aborted(signal);
    throw signal.reason;
  });
  const task = add('lost');
  await until(() => seen !== null);
  lost.push(task);
  await clock.advance(5 * SECOND);
  await until(() => errors.length === 1);
  expect(errors).toEqual([new LostTaskError(task)]);
  await worker.stop();
  expect(failed).toEqual([]);
});

test('what fails is given back after a while, during which it is still held', async () => {
  const { worker, clock, add, failed, errors, beats } = setUp(async () => {
    throw new Error('The disk is full.');
  });
  const task = add('failing');
  await until(() => errors.length === 1);
  await until(() => clock.sleepers() === 3);
  expect(failed).toEqual([]);
  await clock.advance(5 * SECOND);
  await until(() => failed.length === 1);
  expect(failed).toEqual([task]);
  expect(beats()).toBe(1);
  await worker.stop();
});

test('what is under way is aborted when the work stops, and its end is waited for', async () => {
  let ended = false;
  let begun = false;
  const { worker, add } = setUp(async (_task, signal) => {
    begun = true;
    await aborted(signal);
    ended = true;
  });
  add('long');
  await until(() => begun);
  await worker.stop();
  expect(ended).toBe(true);
});
