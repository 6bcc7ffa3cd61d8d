/** A machine that transcribes for a service on another one: it claims windows until it is stopped. */
import { WORKER_PROTOCOL } from '../../shared/worker-protocol.ts';
import { createBackoff } from './backoff.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createHeldTasks } from './held-tasks.ts';
import { createServiceLink, isFinal } from './service-requests.ts';
import { createTaskClient } from './task-client.ts';
import { createTranscribeTask } from './transcribe-task.ts';
import type { WorkerOptions } from './worker-options.ts';

/** How long the windows that it has may take once it is asked to stop. */
const DRAIN_MS = 30_000;
/** A service that answers at once that it has nothing is not asked more often. */
const LEAST_WAIT_MS = 1_000;

/**
 * Transcribes for the service until `signal` aborts and its windows are done. A service that cannot be reached is
 * tried again and again.
 *
 * @throws ApiError when the service will not have it
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { clock, logger, signal: draining, service, worker } = options;
  const link = createServiceLink(service);
  const client = createTaskClient({ link, clock });
  const engine = createTranscribeTask({ ...options, lanes: worker.lanes, link });
  const ended = new AbortController();
  const over = ended.signal;
  const patience = { clock, logger, signal: AbortSignal.any([draining, over]) };
  const reach = createBackoff('the service cannot be reached', patience);
  const held = createHeldTasks(options, { client, engine, patience, over });
  const heart = createHeartbeat(options, { client, engine, held, over });
  let refusal: unknown = null;
  const refuse = (error: unknown): void => {
    refusal ??= error;
    ended.abort(error);
  };

  /** Asks again and again until the service answers; false if it will not have the worker, or that is asked to stop. */
  const reached = async (ask: () => Promise<void>): Promise<boolean> => {
    while (!patience.signal.aborted) {
      try {
        await ask();
        reach.over();
        return true;
      } catch (error) {
        if (patience.signal.aborted) return false;
        if (isFinal(error)) refuse(error);
        else await reach.wait(error);
      }
    }
    return false;
  };

  const claimOne = async () => {
    const askedAt = clock.mono();
    const claim = { protocol: WORKER_PROTOCOL, worker };
    const task = await client.claim(claim, { signal: over, draining });
    reach.over();
    if (task !== null) return held.work(task);
    if (clock.mono() - askedAt < LEAST_WAIT_MS) await clock.sleep(LEAST_WAIT_MS, patience.signal);
  };
  const lane = async () => {
    while (await reached(claimOne));
  };
  let leaving = Promise.resolve();
  const stopLate = () =>
    void clock.sleep(DRAIN_MS, over).then(
      () => {
        leaving = held.leave();
      },
      () => {},
    );

  draining.addEventListener('abort', stopLate, { once: true });
  if (await reached(heart.beat)) {
    logger.info({ service: service.url, ...worker }, 'joined');
    options.onJoined();
    const beating = heart.keepBeating(refuse);
    await Promise.all(Array.from({ length: worker.lanes }, lane));
    await leaving;
    if (refusal === null) await heart.lastBeat();
    ended.abort(new Error('It is over.'));
    await beating;
  }
  ended.abort(new Error('It is over.'));
  await engine.close();
  if (refusal !== null) throw refusal;
}
