/** A worker that does what a test says, over the messages of the real one. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createServiceLink } from '../../../src/main/worker/service-requests.ts';
import { createTaskClient, type Task } from '../../../src/main/worker/task-client.ts';
import {
  type TaskAttempt,
  type TaskOutcome,
  WORKER_PROTOCOL,
} from '../../../src/shared/worker-protocol.ts';

export type PlayedWorker = ReturnType<typeof playWorker>;

/** What it says of a window in which it heard nothing. */
export const SILENCE: Extract<TaskOutcome, { outcome: 'transcribed' }> = {
  outcome: 'transcribed',
  language: 'en',
  no_speech_prob: 0,
  rescued: false,
  segments: [],
  suppressed: [],
};
export const FAILURE: TaskOutcome = { outcome: 'failed', code: 'window_failed', message: 'No.' };

export function playWorker(service: { url: string; key: string }, name = 'played') {
  const client = createTaskClient({ link: createServiceLink(service), clock: systemClock });
  const worker = { id: randomUUID(), name, version: '1.0.0', lanes: 1 };
  const hello = { protocol: WORKER_PROTOCOL, worker };
  const never = new AbortController().signal;
  return {
    hello,
    /** The next window; null if none comes for a while. */
    claim: (draining = never) => client.claim(hello, { signal: never, draining }),
    answer: (task: TaskAttempt, result: TaskOutcome) =>
      client.answer(task, { ...hello, result }, never),
    /** Which of these it has lost. */
    async beat(
      tasks: readonly TaskAttempt[] = [],
      { drains = false } = {},
    ): Promise<TaskAttempt[]> {
      const held = tasks.map(({ task, attempt }) => ({ task, attempt }));
      const none = { models: [], device: null, problem: null };
      return (await client.beat({ ...hello, ...none, tasks: held, drains }, never)).lost;
    },
    /** Sends any body, as no worker does. */
    post: (path: string, body: unknown, key = service.key): Promise<Response> =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** A window that was claimed. */
export function given(task: Task | null): Task {
  if (!task) throw new Error('No window was given.');
  return task;
}
