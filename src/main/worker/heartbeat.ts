/** A worker's signs of life: they keep its windows its own, and tell what it does. */
import { BEAT_EVERY_MS, WORKER_PROTOCOL } from '../../shared/worker-protocol.ts';
import { createTurns } from '../core/turns.ts';
import type { HeldTasks } from './held-tasks.ts';
import { isFinal } from './service-link.ts';
import type { TaskDoor } from './task-door.ts';
import type { TranscribeTask } from './transcribe-task.ts';
import type { WorkerOptions } from './worker-options.ts';

export function createHeartbeat(
  {
    worker,
    clock,
    logger,
    signal: draining,
  }: Pick<WorkerOptions, 'worker' | 'clock' | 'logger' | 'signal'>,
  {
    door,
    engine,
    held,
    over,
  }: { door: TaskDoor; engine: TranscribeTask; held: HeldTasks; over: AbortSignal },
) {
  // One that is overtaken by the last would have the service take the worker for there again.
  const turns = createTurns();
  const tell = async (signal: AbortSignal): Promise<void> => {
    const done = await turns.take();
    try {
      held.lose(await say(signal));
    } finally {
      done();
    }
  };
  const say = (signal: AbortSignal) =>
    door.beat(
      {
        protocol: WORKER_PROTOCOL,
        worker,
        tasks: held.list(),
        models: engine.models(),
        device: engine.device(),
        problem: held.problem(),
        drains: draining.aborted,
      },
      signal,
    );
  const beat = () => tell(over);

  return {
    /** @throws ApiError, or an error of the connection */
    beat,

    /** Until the worker ends, and once more as soon as it is asked to; `onRefused` is told when it is not wanted. */
    async keepBeating(onRefused: (error: unknown) => void): Promise<void> {
      while (!over.aborted) {
        const wait = draining.aborted ? over : AbortSignal.any([over, draining]);
        await clock.sleep(BEAT_EVERY_MS, wait).catch(() => {});
        if (over.aborted) return;
        await beat().catch((error: unknown) => {
          if (over.aborted) return;
          if (isFinal(error)) onRefused(error);
          else logger.warn({ err: error }, 'the service does not hear that this worker lives');
        });
      }
    },

    /** Says goodbye: it has no windows any more. */
    lastBeat: () => tell(new AbortController().signal).catch(() => {}),
  };
}
