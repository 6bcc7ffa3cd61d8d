import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FREE_POINTS } from '../../../src/main/repositories/accounts/ledger.ts';
import { createClient } from '../../../src/shared/client.ts';
import { sampleBytes, serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
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
  origin = await serveRecordings({ '/sample.mp3': sampleBytes(), '/short.mp3': shortBytes() });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sample = () => ({ url: `${origin.url}/sample.mp3`, structure: false });
const short = () => ({ url: `${origin.url}/short.mp3`, structure: false });

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
    const done = await transcribe(client, sample());
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
    const first = await client.createTranscription(sample());
    const second = await client.createTranscription(sample());
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
    const { id, client } = await newKey(false);
    await leave(id, 1);
    const failed = await transcribe(client, sample());
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'insufficient_points' } });
    await leave(id, 0);
    await expect(client.createTranscription(sample())).rejects.toMatchObject({
      status: 402,
      code: 'insufficient_points',
    });
    expect((await client.listTranscriptions()).data.some((job) => job.status === 'queued')).toBe(
      false,
    );
  });

  /** Spends all but `points` of a key, as months of use would. */
  async function leave(keyId: string, points: number): Promise<void> {
    await app.stop();
    const { db, close } = await openTestDatabase(dataDir);
    await db
      .insertInto('ledger')
      .values({
        key_id: keyId,
        kind: 'settle',
        points: points - (points === 0 ? 1 : FREE_POINTS),
        transcription_id: null,
        created_at: 0,
      })
      .execute();
    await close();
    const { port } = app;
    app = await startTestApp({ dataDir, port });
  }
});
