/** A wall clock that is set back while a transcription is made or a webhook is sent: no end lies before its beginning. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import { JobOptions, MAX_CRASHES } from '../../../src/main/repositories/jobs/job.ts';
import {
  createJobEndings,
  type JobEndings,
} from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import { writeWebhookBody } from '../../../src/main/services/transcriptions/write-transcription.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { noTasks } from '../../helpers/harness/no-tasks.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  leaveAttempt,
  startSender,
  type WebhookSender,
} from '../../helpers/harness/webhook-sender.ts';
import {
  silence,
  startReceiver,
  type WebhookReceiver,
} from '../../helpers/servers/webhook-receiver.ts';

const DAY = 24 * 60 * 60_000;
const FAILURE = { code: 'internal', message: 'x', stage: null, retryable: true } as const;

let folder: string;
let clock: FakeClock;

beforeEach(async () => {
  folder = await makeTempFolder();
  clock = createFakeClock();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a transcription', () => {
  let database: OpenDatabase;
  let bodies: Transcription[];

  beforeEach(async () => {
    database = await openTestDatabase(folder);
    bodies = [];
  });
  afterEach(() => database.close());

  const endings = (): JobEndings =>
    createJobEndings(database.db, {
      async renderBody(job, result) {
        const body = await writeWebhookBody(job, result, 'http://localhost');
        bodies.push(Transcription.parse(JSON.parse(Buffer.from(body).toString())));
        return body;
      },
      tasks: noTasks,
    });

  const claim = async () => {
    const job = await createJobRepository(database.db, noTasks).claimWork();
    if (!job) throw new Error('There is nothing to claim.');
    return job;
  };

  const ways: [string, () => Promise<unknown>][] = [
    [
      'completes',
      async () =>
        endings().complete(await claim(), { at: clock.now(), points: 1, structured: null }),
    ],
    ['fails', async () => endings().fail(await claim(), FAILURE, clock.now())],
    ['is canceled', () => endings().cancel('job', clock.now())],
    [
      'is given up after crashes',
      async () => {
        for (let crash = 0; crash < MAX_CRASHES; crash += 1) {
          const { task } = await claim();
          await endings().recover(task, clock.now());
        }
      },
    ],
  ];

  test.each(ways)('that %s', async (_, end) => {
    const transcriptions = createTranscriptionRepository(database.db);
    const createdAt = clock.now();
    const options = JobOptions.parse({ webhook_url: 'https://example.com/hook' });
    const same = { idempotency: null, reuse: null };
    await transcriptions.insert(newJob({ id: 'job', createdAt, options }), same);
    clock.setWall(createdAt - DAY);
    await end();
    const job = await transcriptions.find('job', EVERYTHING);
    expect(job).toMatchObject({ createdAt, completedAt: createdAt });
    expect(bodies.map((body) => body.completed_at)).toEqual([new Date(createdAt).toISOString()]);
  });
});

describe('an attempt at a webhook', () => {
  let receiver: WebhookReceiver;
  let sender: WebhookSender;

  beforeEach(async () => {
    receiver = await startReceiver(null, silence);
    sender = await startSender(folder, clock);
  });
  afterEach(async () => {
    await sender.stop();
    await receiver.close();
  });

  /** The attempt ended when it began, and the next is due a minute from now, not a day and a minute. */
  const expectNoJump = async () => {
    const [event] = await sender.list();
    const [attempt] = event?.attempts ?? [];
    expect(attempt?.ended_at).toBe(attempt?.started_at);
    expect(Date.parse(event?.due_at ?? '')).toBe(clock.now() + 60_000);
  };

  test('that is not answered', async () => {
    await sender.add(receiver.url);
    await until(() => receiver.received.length === 1);
    clock.setWall(clock.now() - DAY);
    await clock.advance(10_000);
    await sender.idle();
    await expectNoJump();
  });

  test('that a crash breaks off', async () => {
    await sender.stop();
    await leaveAttempt(folder, clock, receiver.url);
    clock.setWall(clock.now() - DAY);
    sender = await startSender(folder, clock);
    await expectNoJump();
  });
});
