import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let dataDir: string;
let [kitchen, garden, cellar] = ['', '', ''];

beforeAll(async () => {
  dataDir = await makeTempFolder();
  [kitchen = '', garden = '', cellar = ''] = await storeTranscripts(dataDir, [
    { title: 'Kitchen', windows: [['A zebra in the kitchen.']] },
    { title: 'Garden', windows: [['A zebra in the garden.']] },
    { title: 'Cellar', windows: [['A zebra in the cellar.']] },
  ]);
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const listed = async (trash?: boolean) =>
  (await app.client.listTranscriptions(trash ? { trash } : {})).data.map(({ id }) => id);
const found = async () =>
  (await app.client.searchRecordings({ q: 'zebra' })).data.map((one) => one.transcription.id);

test('what is in the trash is not listed, not found and not counted, and comes back as it was', async () => {
  await app.client.updateTranscription(kitchen, { tags: ['Home'], favorite: true });
  const trashed = await app.client.trashTranscription(kitchen);
  expect(trashed.trashed_at).not.toBeNull();
  expect(await listed()).toEqual([cellar, garden]);
  expect(await listed(true)).toEqual([kitchen]);
  expect(await found()).toEqual([cellar, garden]);
  expect((await app.client.search({ q: 'zebra' })).data).toHaveLength(2);
  expect((await app.client.listTags()).data).toEqual([]);
  expect((await app.client.getStorage()).trash_count).toBe(1);

  const back = await app.client.restoreTranscription(kitchen);
  expect(back).toMatchObject({ trashed_at: null, tags: ['Home'], favorite: true });
  expect(await listed()).toEqual([cellar, garden, kitchen]);
  expect(await found()).toEqual([cellar, garden, kitchen]);
});

test('one that is not over is canceled and goes to the trash', async () => {
  const busy = await keepQueueBusy(app.client);
  const { id, status, error } = await app.client.trashTranscription(busy.id);
  expect([id, status, error?.code]).toEqual([busy.id, 'failed', 'canceled']);
  await busy.release();
  for (const one of await listed()) {
    if (![kitchen, garden, cellar].includes(one)) await app.client.deleteTranscription(one);
  }
});

test('emptied, nothing of it is left: not in the database and not on the disk', async () => {
  await app.client.trashTranscription(cellar);
  await app.client.emptyTrash();
  expect(await listed(true)).toEqual([]);
  await expect(app.client.getTranscription(cellar)).rejects.toMatchObject({ code: 'not_found' });
  for (const folder of ['recordings', 'work']) {
    expect(await readdir(join(dataDir, folder)).catch(() => [])).not.toContain(cellar);
  }
  const left = 'SELECT idx FROM segments WHERE transcription_id = ?';
  expect(await runSql(dataDir, left, cellar)).toEqual([]);
});

test('after 30 days it is deleted for good, and not before', async () => {
  for (const id of [kitchen, garden]) await app.client.trashTranscription(id);
  await app.stop();
  const age = 'UPDATE transcriptions SET trashed_at = ? WHERE id = ?';
  await runSql(dataDir, age, Date.now() - 29 * DAY_MS, kitchen);
  await runSql(dataDir, age, Date.now() - 31 * DAY_MS, garden);
  app = await startTestApp({ dataDir });
  await until(async () => (await listed(true)).length === 1);
  expect(await listed(true)).toEqual([kitchen]);
});

test('the API’s own deletion is for good, as ever', async () => {
  await app.client.restoreTranscription(kitchen);
  await app.client.deleteTranscription(kitchen);
  expect(await listed(true)).toEqual([]);
});
