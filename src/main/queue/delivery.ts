import type { Core } from '../core.ts';
import { failpoint } from '../failpoint.ts';
import { createUrlGuard, pinnedLookup } from '../media/guard/url-guard.ts';
import { type EgressPolicy, webhookPolicy } from '../media/guard/url-policy.ts';
import {
  type Attempt,
  type AttemptEnd,
  createAttemptRepository,
} from '../repositories/webhooks/attempt.repository.ts';
import type { NewEvent } from '../repositories/webhooks/outbox.ts';
import {
  ANSWER_TIMEOUT_MS,
  type OpenTarget,
  type SendResult,
  sendWebhook,
} from '../webhooks/send.ts';
import { createWorker } from './worker.ts';

/** Sockets are cheap; a receiver takes ten seconds at most, and no host gets more than its share of them. */
const DELIVERY_CONCURRENCY = 32;
const PER_HOST = 2;
const RECORD_AGAIN_MS = 5000;

type TestDelivery = SendResult & { eventId: string; deliveryId: string; latencyMs: number };

/** Sends events to their receivers on schedule; a worker drives it. */
function createDelivery(
  { db, clock, logger, tally, nodes }: Pick<Core, 'db' | 'clock' | 'logger' | 'tally' | 'nodes'>,
  { openTarget }: { openTarget: OpenTarget },
) {
  const attempts = createAttemptRepository(db, nodes.id);
  const stopping = new AbortController();
  const sendingTo = new Map<string, number>();

  const count = (host: string, change: 1 | -1): void => {
    const sending = (sendingTo.get(host) ?? 0) + change;
    if (sending === 0) sendingTo.delete(host);
    else sendingTo.set(host, sending);
  };

  /** An unrecorded attempt would be sent again, so writing waits until a full disk or a locked file has recovered. */
  const record = async (attempt: Attempt, end: AttemptEnd): Promise<void> => {
    for (;;) {
      try {
        return await attempts.end(attempt, end);
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        const { transcriptionId, eventId } = attempt;
        logger.error({ transcriptionId, eventId, err: error }, 'a delivery could not be recorded');
        await clock.sleep(RECORD_AGAIN_MS, stopping.signal).catch(() => {});
      }
    }
  };

  const send = async (attempt: Attempt): Promise<TestDelivery> => {
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
      signal: stopping.signal,
    });
    const latencyMs = Math.round(clock.mono() - begun);
    const endedAt = clock.now();
    const { kind: outcome, statusCode } = result;
    const delivered = outcome === 'ok';
    const dueAt = delivered ? null : dueAfterFailure({ number, once, outcome, endedAt });
    failpoint('attempt.answered');
    await record(attempt, { outcome, statusCode, endedAt, dueAt });
    failpoint('attempt.ended');
    tally.count('steno_webhook_attempts_total', { outcome });
    const said = { transcriptionId, eventId, attempt: number, outcome, statusCode, latencyMs };
    logger[delivered ? 'info' : 'warn'](said, delivered ? 'delivered' : 'not delivered');
    return { ...result, eventId, deliveryId, latencyMs };
  };

  return {
    /** Claims an event that is due and may be sent now, or returns null. */
    async claim(): Promise<Attempt | null> {
      const now = clock.now();
      for (const [failures, delay] of [0, ...RETRY_DELAYS_MS].entries()) {
        await attempts.capWait(failures, now + delay);
      }
      const busy = [...sendingTo].filter(([, sending]) => sending >= PER_HOST);
      const attempt = await attempts.claim(
        now,
        busy.map(([host]) => host),
      );
      if (attempt) count(attempt.host, 1);
      return attempt;
    },

    async run(attempt: Attempt): Promise<void> {
      try {
        await send(attempt);
      } finally {
        count(attempt.host, -1);
      }
    },

    /** Sends an event once and immediately, whatever else is in progress. */
    async sendNow(event: NewEvent): Promise<TestDelivery> {
      return send(await attempts.claimNew(event));
    },

    /**
     * Runs at start-up, before anything is sent, and when another service is gone: an interrupted attempt counts,
     * because it may have arrived.
     */
    async recover(): Promise<void> {
      for (const attempt of await attempts.lost()) {
        const endedAt = Math.min(clock.now(), attempt.startedAt + ANSWER_TIMEOUT_MS);
        const outcome = 'interrupted';
        const dueAt = dueAfterFailure({ ...attempt, outcome, endedAt });
        await attempts.end(attempt, { outcome, statusCode: null, endedAt, dueAt });
        tally.count('steno_webhook_attempts_total', { outcome });
      }
    },

    /** Aborts the attempts in progress; they count as interrupted. */
    stop(): void {
      stopping.abort();
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
  const overTls = createUrlGuard({
    policy: webhookPolicy({ allowHttpLoopback: false }),
    allowPrivate: config.allowPrivate,
    ownPort: port,
  });
  const alsoLoopback = createUrlGuard({
    policy: webhookPolicy({ allowHttpLoopback: true }),
    allowPrivate: config.allowPrivate,
    ownPort: port,
  });
  const sink = createUrlGuard({ policy: SINK_POLICY, allowPrivate: true, ownPort: () => null });

  return async ({ url, allowHttpLoopback }) => {
    const remote = allowHttpLoopback ? alsoLoopback : overTls;
    const checked = await (isSink(url) ? sink : remote).check(url);
    return { url: checked.url, lookup: pinnedLookup(checked) };
  };
}

/** Sends the stored webhooks, each when it is due. */
export function createOutbox(core: Core, { isSink }: { isSink: (url: string) => boolean }) {
  const { config, events, clock, logger, onStop } = core;
  const delivery = createDelivery(core, { openTarget: createWebhookTargets(core, { isSink }) });
  const worker = createWorker({
    claim: delivery.claim,
    run: delivery.run,
    onError: (error, attempt) => {
      const { transcriptionId, eventId } = attempt ?? {};
      logger.error({ transcriptionId, eventId, err: error }, 'the outbox stumbled');
    },
    concurrency: DELIVERY_CONCURRENCY,
    clock,
  });
  // The end of a transcription is announced after its event is stored.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription' && event.transcription.completed_at !== null) worker.nudge();
  });
  onStop(async () => {
    unsubscribe();
    delivery.stop();
    await worker.stop();
  });
  return {
    nudge: worker.nudge,
    sendNow: delivery.sendNow,
    /** Call this before anything is sent or queried: it records the attempts that a crash interrupted. */
    recover: delivery.recover,
    start: () => {
      if (config.work) worker.start();
    },
  };
}
