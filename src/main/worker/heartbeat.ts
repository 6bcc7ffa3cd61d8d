/** A worker's signs of life: they keep its windows its own, and tell what it does. */
import { BEAT_EVERY_MS, WORKER_PROTOCOL } from '../../shared/worker-protocol.ts';
import { createMutex } from '../core/mutex.ts';
import type { HeldTasks } from './held-tasks.ts';
import { isFinal } from './service-requests.ts';
import type { TaskClient } from './task-client.ts';
import type { TranscribeTask } from './transcribe-task.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Until the next sign of life after one that came back early. */
const SOON_MS = 200;

export function createHeartbeat(
  {
    worker,
    clock,
    logger,
    signal: draining,
  }: Pick<WorkerOptions, 'worker' | 'clock' | 'logger' | 'signal'>,
  {
    client,
    engine,
    held,
    over,
  }: { client: TaskClient; engine: TranscribeTask; held: HeldTasks; over: AbortSignal },
) {
  // One that is overtaken by the last would have the service take the worker for there again.
  const mutex = createMutex();
  /** Says whether more may be lost. */
  const tell = async (signal: AbortSignal, waits = false): Promise<boolean> => {
    using _turn = await mutex.take();
    const { lost, again = false } = await say(signal, waits);
    held.lose(lost);
    return again || lost.length > 0;
  };
  const say = (signal: AbortSignal, waits: boolean) =>
    client.beat(
      {
        protocol: WORKER_PROTOCOL,
        worker,
        tasks: held.list(),
        models: engine.models(),
        device: engine.device(),
        problem: held.problem(),
        drains: draining.aborted,
        waits,
      },
      signal,
    );
  /** Says at once that it is asked to stop. */
  const whileSteady = () => (draining.aborted ? over : AbortSignal.any([over, draining]));

  return {
    /** Is answered at once. @throws ApiError, or an error of the connection */
    beat: async () => void (await tell(over)),

    /** Until the worker ends, and once more as soon as it is asked to; `onRefused` is told when it is not wanted. */
    async keepBeating(onRefused: (error: unknown) => void): Promise<void> {
      let waitMs = BEAT_EVERY_MS;
      while (!over.aborted) {
        await clock.sleep(waitMs, whileSteady()).catch(() => {});
        if (over.aborted) return;
        const [steady, askedAt] = [whileSteady(), clock.mono()];
        const isSoon = await tell(steady, !draining.aborted).catch((error: unknown) => {
          if (steady.aborted) return false;
          if (isFinal(error)) onRefused(error);
          else logger.warn({ err: error }, 'the service does not hear that this worker lives');
          return false;
        });
        // A service that waits answers when the next one is due. What is taken back comes before that, and seldom alone.
        const restMs = BEAT_EVERY_MS - (clock.mono() - askedAt);
        if (steady.aborted) waitMs = 0;
        else waitMs = Math.max(0, isSoon ? Math.min(SOON_MS, restMs) : restMs);
      }
    },

    /** Says goodbye: it has no windows any more. */
    lastBeat: () => tell(new AbortController().signal).catch(() => {}),
  };
}
