/** The windows that a worker has: each is transcribed and answered, unless it is taken back. */
import {
  type TaskAttempt,
  type TaskOutcome,
  WORKER_PROTOCOL,
} from '../../shared/worker-protocol.ts';
import { createBackoff } from './backoff.ts';
import { isFinal } from './service-requests.ts';
import type { Task, TaskClient } from './task-client.ts';
import type { TranscribeTask } from './transcribe-task.ts';
import type { WorkerOptions } from './worker-options.ts';

const STOPPED = 'The worker was stopped.';

export type HeldTasks = ReturnType<typeof createHeldTasks>;

export function createHeldTasks(
  { worker, clock, logger }: Pick<WorkerOptions, 'worker' | 'clock' | 'logger'>,
  {
    client,
    engine,
    patience,
    over,
  }: {
    client: TaskClient;
    engine: TranscribeTask;
    patience: Parameters<typeof createBackoff>[1];
    /** Aborted when the worker ends. */
    over: AbortSignal;
  },
) {
  const recover = createBackoff('a window could not be transcribed', patience);
  const held = new Map<string, TaskAttempt & { stop: AbortController }>();
  let problem: string | null = null;
  let transcribed = 0;

  /** Sends the words until the service has them, or will not. */
  const answer = async (task: Task, result: TaskOutcome, stop: AbortSignal): Promise<void> => {
    const { wait } = createBackoff('the words are sent again', { clock, logger, signal: stop });
    for (;;) {
      try {
        return await client.answer(task, { protocol: WORKER_PROTOCOL, worker, result }, stop);
      } catch (error) {
        if (stop.aborted) return;
        if (isFinal(error)) return logger.info({ err: error, task: task.task }, 'a window is lost');
        await wait(error);
      }
    }
  };

  const transcribe = async (task: Task, stop: AbortSignal): Promise<void> => {
    const result = await engine.run(task, stop).catch(() => null);
    if (result === null) return;
    const failed = result.outcome === 'failed';
    if (failed && result.code !== 'window_failed') problem = result.message;
    if (!failed) problem = null;
    await answer(task, result, stop);
    if (!failed) {
      recover.over();
      logger.info({ task: task.task, transcribed: ++transcribed }, 'transcribed');
    }
    // Nobody's windows are used up by an engine that fails at once.
    if (problem !== null) await recover.wait(new Error(problem));
  };

  return {
    async work(task: Task): Promise<void> {
      const key = keyOf(task);
      if (held.has(key)) throw new Error('The service has given the same window twice.');
      const stop = new AbortController();
      held.set(key, { task: task.task, attempt: task.attempt, stop });
      try {
        await transcribe(task, AbortSignal.any([stop.signal, over]));
      } finally {
        held.delete(key);
      }
    },

    list: (): TaskAttempt[] => [...held.values()].map(({ task, attempt }) => ({ task, attempt })),

    /** Stops what the service has taken back. */
    lose(tasks: readonly TaskAttempt[]): void {
      for (const task of tasks) {
        const lost = held.get(keyOf(task));
        if (!lost) continue;
        logger.info({ task: task.task }, 'a window is lost');
        lost.stop.abort(new Error('The window was taken back.'));
      }
    },

    /** Leaves what it has to others at once: the worker ends. */
    async leave(): Promise<void> {
      const result = { outcome: 'failed', code: 'window_failed', message: STOPPED } as const;
      const answer = { protocol: WORKER_PROTOCOL, worker, result };
      await Promise.all(
        [...held.values()].map(async ({ stop, ...task }) => {
          stop.abort(new Error(STOPPED));
          await client.answer(task, answer, over).catch(() => {});
        }),
      );
    },

    /** Why the last window could not be transcribed, if that was not the window's fault. */
    problem: () => problem,
  };
}

const keyOf = ({ task, attempt }: TaskAttempt): string => `${task}/${attempt}`;
