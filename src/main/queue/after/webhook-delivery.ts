import { failpoint } from '../../core/failpoint.ts';
import type { Core } from '../../core.ts';
import { createUrlGuard, pinnedLookup } from '../../media/guard/url-guard.ts';
import { type EgressPolicy, webhookPolicy } from '../../media/guard/url-policy.ts';
import { LostTaskError, type Task } from '../../repositories/tasks/tasks.ts';
import {
  type Attempt,
  type AttemptEnd,
  createAttemptRepository,
} from '../../repositories/webhooks/attempt.repository.ts';
import type { NewEvent } from '../../repositories/webhooks/outbox.ts';
import { createTaskWorker } from '../tasks/task-worker.ts';
import {
  ANSWER_TIMEOUT_MS,
  type OpenTarget,
  type SendResult,
  sendWebhook,
} from './send-webhook.ts';

/** Sockets are cheap, and a receiver takes ten seconds at most. */
const DELIVERY_CONCURRENCY = 32;
const RECORD_AGAIN_MS = 5000;

type TestDelivery = SendResult & { eventId: string; deliveryId: string; latencyMs: number };

/** Sends the stored webhooks to their receivers, each when it is due. */
export function createWebhookDelivery(
  core: Core,
  { isSink }: { isSink: (url: string) => boolean },
) {
  const { config, db, tasks, clock, logger, tally, closing, onStop } = core;
  const openTarget = createWebhookTargets(core, { isSink });
  const attempts = createAttemptRepository(db, tasks);

  /** An unrecorded attempt would be sent again, so writing waits until a full disk or a locked file has recovered. */
  const record = async (attempt: Attempt, end: AttemptEnd, task: Task | null): Promise<void> => {
    for (;;) {
      try {
        return await attempts.end(attempt, end, task);
      } catch (error) {
        if (closing.aborted || error instanceof LostTaskError) throw error;
        const { transcriptionId, eventId } = attempt;
        logger.error({ transcriptionId, eventId, err: error }, 'a delivery could not be recorded');
        await clock.sleep(RECORD_AGAIN_MS, closing).catch(() => {});
      }
    }
  };

  const send = async (
    attempt: Attempt,
    { task, signal }: { task: Task | null; signal: AbortSignal },
  ): Promise<TestDelivery> => {
    const { transcriptionId, eventId, deliveryId, number, once } = attempt;
    failpoint('attempt.stored');
    const begun = clock.mono();
    const result = await sendWebhook({
      url: attempt.url,
      allowHttpLoopback: attempt.allowHttpLoopback,
      event: attempt.type,
      deliveryId,
      body: attempt.body,
      openTarget,
      clock,
      signal,
    });
    const latencyMs = Math.round(clock.mono() - begun);
    const endedAt = clock.now();
    const { kind: outcome, statusCode } = result;
    const delivered = outcome === 'ok';
    const dueAt = delivered ? null : dueAfterFailure({ number, once, outcome, endedAt });
    failpoint('attempt.answered');
    await record(attempt, { outcome, statusCode, endedAt, dueAt }, task);
    failpoint('attempt.ended');
    tally.count('steno_webhook_attempts_total', { outcome });
    const said = { transcriptionId, eventId, attempt: number, outcome, statusCode, latencyMs };
    logger[delivered ? 'info' : 'warn'](said, delivered ? 'delivered' : 'not delivered');
    return { ...result, eventId, deliveryId, latencyMs };
  };

  /** The attempt of a process that ended counts, because it may have arrived. */
  const endLeft = async (attempt: Attempt, task: Task): Promise<void> => {
    const endedAt = Math.min(clock.now(), attempt.startedAt + ANSWER_TIMEOUT_MS);
    const outcome = 'interrupted';
    const dueAt = dueAfterFailure({ ...attempt, outcome, endedAt });
    await record(attempt, { outcome, statusCode: null, endedAt, dueAt }, task);
    tally.count('steno_webhook_attempts_total', { outcome });
  };

  const worker = createTaskWorker({
    tasks,
    kind: 'webhook',
    async claim(): Promise<Task | null> {
      const task = await tasks.claim('webhook');
      if (!task) await attempts.capWaits(clock.now(), [0, ...RETRY_DELAYS_MS]);
      return task;
    },
    // An abort of the signal counts as interrupted.
    async run(task, signal) {
      const begun = await attempts.begin(task, clock.now());
      if (begun?.wasLeft) await endLeft(begun.attempt, task);
      else if (begun) await send(begun.attempt, { task, signal });
    },
    onError(error, task) {
      const eventId = task?.key;
      if (error instanceof LostTaskError)
        logger.info({ eventId }, 'no longer to be sent from here');
      else logger.error({ eventId, err: error }, 'the outbox stumbled');
    },
    concurrency: () => DELIVERY_CONCURRENCY,
    clock,
  });
  onStop(worker.stop);

  return {
    /** Sends an event once and immediately, whatever else is in progress. */
    sendNow: async (event: NewEvent): Promise<TestDelivery> =>
      send(await attempts.beginNew(event), { task: null, signal: closing }),

    /** Adds the tasks of events that have none, before the first is claimed. */
    adopt: attempts.adopt,

    start(): void {
      if (config.work) worker.start();
    },
  };
}

const MINUTE_MS = 60_000;
/** Delay from each failure to the next attempt; no attempt follows the last of these. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/**
 * When the attempt after the failed attempt `number` is due, or null if none follows: after the last one, and when the
 * address is forbidden, because a retry would be refused too.
 */
export function dueAfterFailure(failed: {
  number: number;
  once: boolean;
  outcome: SendResult['kind'];
  endedAt: number;
}): number | null {
  if (failed.once || failed.outcome === 'blocked_address') return null;
  const delay = RETRY_DELAYS_MS[failed.number - 1];
  return delay === undefined ? null : failed.endedAt + delay;
}

/** For our own sink, whose URL is created here and needs no other check. */
const SINK_POLICY: EgressPolicy = {
  http: 'anywhere',
  credentials: false,
  privateOnlyIfNamed: false,
};

/** Controls which addresses webhooks may be sent to. */
export function createWebhookTargets(
  { config, port }: Pick<Core, 'config' | 'port'>,
  {
    isSink,
  }: {
    /** Whether a URL is exactly that of the built-in sink. */
    isSink: (url: string) => boolean;
  },
): OpenTarget {
  const { allowPrivate } = config;
  const guardOf = (allowHttpLoopback: boolean) =>
    createUrlGuard({ policy: webhookPolicy({ allowHttpLoopback }), allowPrivate, ownPort: port });
  const [overTls, alsoLoopback] = [guardOf(false), guardOf(true)];
  const sink = createUrlGuard({ policy: SINK_POLICY, allowPrivate: true, ownPort: () => null });

  return async ({ url, allowHttpLoopback }) => {
    const remote = allowHttpLoopback ? alsoLoopback : overTls;
    const checked = await (isSink(url) ? sink : remote).check(url);
    return { url: checked.url, lookup: pinnedLookup(checked) };
  };
}
