import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FREE_POINTS } from '../../../src/main/repositories/accounts/points.repository.ts';
import { createClient } from '../../../src/shared/client.ts';
import { noise, wavFile } from '../../helpers/corpus/audio.ts';
import { serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let dataDir: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  app = await startTestApp({ dataDir });
  origin = await serveRecordings({
    '/long.wav': wavFile(noise(75_600, undefined)),
    '/short.wav': wavFile(noise(1000, undefined)),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Minutes are paid for, and no words: silence is enough. */
const long = () => ({ url: `${origin.url}/long.wav`, structure: false });
const short = () => ({ url: `${origin.url}/short.wav`, structure: false });

async function newKey(isTest: boolean) {
  const { key, id } = await app.client.createKey({ name: 'points', test: isTest });
  return { id, client: createClient({ baseUrl: app.url, key }) };
}

describe('points', () => {
  test('a new live key comes with free points', async () => {
    const { client } = await newKey(false);
    expect(await client.getUsage()).toMatchObject({
      points_available: FREE_POINTS,
      points_reserved: 0,
      points_spent: 0,
      days: [],
    });
  });

  test('every started minute costs one', async () => {
    const { client } = await newKey(false);
    const done = await transcribe(client, long());
    expect(done).toMatchObject({ status: 'completed', duration_seconds: 76, points_spent: 2 });
    const usage = await client.getUsage();
    expect(usage).toMatchObject({
      points_available: FREE_POINTS - 2,
      points_reserved: 0,
      points_spent: 2,
    });
    expect(usage.days).toMatchObject([{ transcriptions: 1, seconds: 75, points: 2 }]);
  });

  test('a failed transcription costs nothing', async () => {
    const { client } = await newKey(false);
    const failed = await transcribe(client, { url: `${origin.url}/missing.mp3` });
    expect(failed).toMatchObject({ status: 'failed', points_spent: 0 });
    expect(await client.getUsage()).toMatchObject({ points_available: FREE_POINTS });
  });

  test('a canceled and a deleted one cost nothing', async () => {
    const { client } = await newKey(false);
    const first = await client.createTranscription(long());
    const second = await client.createTranscription(long());
    expect(await client.getUsage()).toMatchObject({ points_reserved: 2 });
    await client.cancelTranscription(second.id);
    await client.deleteTranscription(second.id);
    await client.deleteTranscription(first.id);
    expect(await client.getUsage()).toMatchObject({
      points_available: FREE_POINTS,
      points_reserved: 0,
      points_spent: 0,
    });
  });

  test('test keys and the window are never charged', async () => {
    const { client } = await newKey(true);
    expect(await transcribe(client, short())).toMatchObject({ points_spent: 0 });
    expect(await client.getUsage()).toMatchObject({ points_available: null, points_spent: 0 });
    expect(await transcribe(app.client, short())).toMatchObject({ points_spent: 0 });
  });

  test('a key with too few is refused with 402, and a longer recording fails without a charge', async () => {
    const [few, none] = [await newKey(false), await newKey(false)];
    await leave([few.id, 1], [none.id, 0]);
    const failed = await transcribe(few.client, long());
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'insufficient_points' } });
    await expect(none.client.createTranscription(long())).rejects.toMatchObject({
      status: 402,
      code: 'insufficient_points',
    });
    const { data } = await none.client.listTranscriptions();
    expect(data.some((job) => job.status === 'queued')).toBe(false);
  });

  /** Spends all but some points of keys, as months of use would. */
  async function leave(...keys: [id: string, points: number][]): Promise<void> {
    await app.stop();
    const { db, close } = await openTestDatabase(dataDir);
    await db
      .insertInto('ledger')
      .values(
        keys.map(([id, points]) => ({
          keyId: id,
          kind: 'settle' as const,
          points: points - FREE_POINTS,
          transcriptionId: null,
          createdAt: 0,
        })),
      )
      .execute();
    await close();
    const { port } = app;
    app = await startTestApp({ dataDir, port });
  }
});
