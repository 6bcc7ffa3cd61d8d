/** The sending half of the service on a data folder, with a clock in the test's hands. */
import type { Core } from '../../../src/main/core.ts';
import { createWebhookDelivery } from '../../../src/main/queue/after/webhook-delivery.ts';
import { createAttemptRepository } from '../../../src/main/repositories/webhooks/attempt.repository.ts';
import { appendEvent } from '../../../src/main/repositories/webhooks/outbox.ts';
import { createWebhookService } from '../../../src/main/services/webhooks/webhook.service.ts';
import { createSink } from '../../../src/main/services/webhooks/webhook-sink.ts';
import type { WebhookEvent } from '../../../src/shared/webhooks.ts';
import { openCore } from './core.ts';
import type { FakeClock } from './fake-clock.ts';
import { until } from './until.ts';

const WINDOW = { kind: 'window' } as const;
/** How often the worker polls on its own. */
const LOOK_MS = 15_000;
const STEP_MS = 5000;

export type WebhookSender = Awaited<ReturnType<typeof startSender>>;

export async function startSender(dataDir: string, clock: FakeClock) {
  const { core, stop } = openCore(dataDir, { clock, allowPrivate: true });
  const sink = createSink(core);
  const delivery = createWebhookDelivery(core, sink);
  const service = createWebhookService(core, { delivery, sink });
  delivery.start();

  const list = async (): Promise<WebhookEvent[]> =>
    (await service.list({ limit: 100 }, WINDOW)).data;

  const sending = async () => (await list()).some(({ status }) => status === 'sending');

  /** Nothing is under way, and the only sleeper is the worker, until its next look. */
  const idle = (): Promise<boolean> =>
    until(async () => clock.sleepers() === 1 && !(await sending()) && clock.sleepers() === 1);

  await idle();
  return {
    list,
    idle,
    service,

    /** Stores an event as the end of a transcription does; returns its id. */
    add: (url: string, body?: string) => addEvent(core, url, body),

    /**
     * Lets time pass and the worker look at least once at its end. The last steps are shorter than the ten seconds
     * a receiver has, so that real answers have the time to arrive.
     */
    async wait(ms: number): Promise<void> {
      await idle();
      const looked = Math.min(ms, LOOK_MS);
      clock.setWall(clock.now() + ms - looked);
      for (let left = looked; left > 0; left -= STEP_MS) {
        await clock.advance(Math.min(left, STEP_MS));
        await idle();
      }
    },

    stop,
  };
}

function addEvent({ db, tasks, clock }: Core, url: string, body = '{"id":"trs_1"}') {
  const event = {
    transcriptionId: null,
    type: 'transcription.completed',
    url,
    owner: { keyId: null, test: false },
    allowHttpLoopback: true,
    body: Buffer.from(body),
    at: clock.now(),
  } as const;
  return db.transaction().execute((trx) => appendEvent(trx, tasks, event));
}

/** An attempt whose process ends before it has sent anything: of a new event to `url`, or of the one that is due. */
export async function leaveAttempt(dataDir: string, clock: FakeClock, url: string | null = null) {
  const { core, stop } = openCore(dataDir, { clock });
  const { db, tasks } = core;
  if (url !== null) await addEvent(core, url);
  const task = await tasks.claim('webhook');
  const begun = task && (await createAttemptRepository(db, tasks).begin(task, clock.now()));
  await stop();
  if (!begun || begun.wasLeft) throw new Error('There is nothing to send.');
  return begun.attempt;
}
