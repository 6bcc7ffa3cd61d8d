/** A machine that transcribes for a service on another one: it claims windows until it is stopped. */
import {
  BEAT_EVERY_MS,
  type TaskAttempt,
  WORKER_PROTOCOL,
  type WorkerSelf,
} from '../../shared/worker-protocol.ts';
import type { Clock } from '../clock.ts';
import type { OpenEngine } from '../engine/engine.ts';
import type { Logger } from '../logger.ts';
import { createPatience } from './patience.ts';
import { createServiceLink, isFinal } from './service-link.ts';
import { createTaskDoor, type Task } from './task-door.ts';
import { createTranscribeTask } from './transcribe-task.ts';

/** How long the windows that it has may take once it is asked to stop. */
const DRAIN_MS = 30_000;
/** A service that answers at once that it has nothing is not asked more often. */
const LEAST_WAIT_MS = 1_000;

export type WorkerOptions = {
  service: { url: string; key: string };
  worker: Omit<WorkerSelf, 'device'>;
  openEngine: OpenEngine;
  /** For the models it fetches. */
  dataDir: string;
  clock: Clock;
  logger: Logger;
  /** Aborted to drain: it claims no more, and ends what it has. */
  signal: AbortSignal;
  /** The service has answered for the first time. */
  onJoined: () => void;
};

/**
 * Transcribes for the service until `signal` aborts and its windows are done. A service that cannot be reached is
 * tried again and again.
 *
 * @throws ApiError when the service will not have it
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { clock, logger, signal: draining, service, worker } = options;
  const link = createServiceLink(service);
  const door = createTaskDoor({ link, clock });
  const engine = createTranscribeTask({ ...options, lanes: worker.lanes, link });
  const ended = new AbortController();
  const over = ended.signal;
  const patience = { clock, logger, signal: AbortSignal.any([draining, over]) };
  const reach = createPatience('the service cannot be reached', patience);
  const recover = createPatience('a window could not be transcribed', patience);
  const running = new Map<string, TaskAttempt & { stop: AbortController }>();
  let problem: string | null = null;
  let transcribed = 0;
  let joined = false;
  let refusal: unknown = null;

  const isRunning = () => !draining.aborted && !over.aborted;
  const self = (): WorkerSelf => ({ ...worker, device: engine.device() });
  const refused = (error: unknown) => {
    refusal ??= error;
    ended.abort(error);
  };

  const answer = async (task: Task, outcome: Parameters<typeof door.answer>[1]) => {
    const stop = running.get(keyOf(task))?.stop.signal ?? over;
    for (let waitMs = LEAST_WAIT_MS; ; waitMs *= 2) {
      try {
        return await door.answer(task, outcome, stop);
      } catch (error) {
        if (stop.aborted) return;
        if (isFinal(error)) return logger.info({ err: error, task: task.task }, 'a window is lost');
        logger.warn({ err: error, task: task.task, waitMs }, 'the words are sent again');
        await clock.sleep(Math.min(waitMs, DRAIN_MS), stop).catch(() => {});
      }
    }
  };

  const work = async (task: Task) => {
    const key = keyOf(task);
    if (running.has(key)) throw new Error('The service has given the same window twice.');
    const stop = new AbortController();
    const forward = () => stop.abort(over.reason);
    over.addEventListener('abort', forward, { once: true });
    running.set(key, { task: task.task, attempt: task.attempt, stop });
    try {
      const outcome = await engine.run(task, stop.signal).catch(() => null);
      if (outcome === null) return;
      const failed = outcome.outcome === 'failed';
      if (failed && outcome.code !== 'window_failed') problem = outcome.message;
      if (!failed) problem = null;
      await answer(task, outcome);
      if (!failed) recover.over();
      if (!failed) logger.info({ task: task.task, transcribed: ++transcribed }, 'transcribed');
      // Another service's windows are not used up by an engine that fails at once.
      if (problem !== null) await recover.wait(new Error(problem));
    } finally {
      over.removeEventListener('abort', forward);
      running.delete(key);
    }
  };

  const claimOne = async () => {
    const claim = { protocol: WORKER_PROTOCOL, worker: self(), models: engine.models(), problem };
    const askedAt = clock.mono();
    const task = await door.claim(claim, { signal: over, draining });
    reach.over();
    if (!joined) {
      joined = true;
      logger.info({ service: service.url, ...worker }, 'joined');
      options.onJoined();
    }
    if (task !== null) return work(task);
    if (clock.mono() - askedAt < LEAST_WAIT_MS) await clock.sleep(LEAST_WAIT_MS, patience.signal);
  };

  const lane = async () => {
    while (isRunning()) {
      try {
        await claimOne();
      } catch (error) {
        if (!isRunning()) return;
        if (isFinal(error)) return refused(error);
        await reach.wait(error);
      }
    }
  };

  const beat = async () => {
    for (;;) {
      await clock.sleep(BEAT_EVERY_MS, over);
      if (!joined) continue;
      const tasks = [...running.values()].map(({ task, attempt }) => ({ task, attempt }));
      try {
        const lost = await door.beat({ worker: self(), tasks, drains: draining.aborted }, over);
        for (const task of lost) {
          if (!running.has(keyOf(task))) continue;
          logger.info({ task: task.task }, 'a window is lost');
          running.get(keyOf(task))?.stop.abort(new Error('The window was taken back.'));
        }
      } catch (error) {
        if (over.aborted) return;
        if (isFinal(error)) return refused(error);
        logger.warn({ err: error }, 'the service does not hear that this worker lives');
      }
    }
  };
  const stopLate = () =>
    void clock.sleep(DRAIN_MS, over).then(
      () => ended.abort(new Error('The windows took too long.')),
      () => {},
    );

  draining.addEventListener('abort', stopLate, { once: true });
  const beating = beat().catch(() => {});
  await Promise.all(Array.from({ length: worker.lanes }, lane));
  ended.abort(new Error('It is over.'));
  await beating;
  await engine.close();
  if (refusal !== null) throw refusal;
}

const keyOf = ({ task, attempt }: TaskAttempt): string => `${task}/${attempt}`;
