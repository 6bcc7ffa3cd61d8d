import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TranscriptionList } from '../../../src/shared/transcription/transcription-list.ts';
import { UpdateTranscription } from '../../../src/shared/transcription/update-transcription.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let dataDir: string;
let origin: Origin;
let talk = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  [talk = ''] = await storeTranscripts(dataDir, [
    { title: 'IMG_0001.mp4', windows: [['Good morning.']] },
    { title: 'Minutes', windows: [['Nobody came.']] },
  ]);
  app = await startTestApp({ dataDir });
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(dataDir, { recursive: true, force: true });
});

const titles = async (query = '') => {
  const { body } = await ask(`${app.url}/v1/transcriptions${query}`, {
    headers: { authorization: `Bearer ${app.key}` },
  });
  return TranscriptionList.parse(JSON.parse(body)).data.map(({ source }) => source.title);
};
const found = async (q: string) =>
  (await app.keyClient.search({ q })).data.map(({ title, snippet }) => [title, snippet.match]);

test('a title that a person gives is the one everything shows', async () => {
  const before = await app.keyClient.getTranscription(talk);
  const renamed = await app.keyClient.updateTranscription(talk, { title: ' Zoë’s garden/2026 ' });
  expect(renamed.source.title).toBe('Zoë’s garden/2026');

  const { source, revision } = await app.keyClient.getTranscription(talk);
  expect(source).toEqual({ ...before.source, title: 'Zoë’s garden/2026' });
  expect(revision).toBe(before.revision);
  expect(await titles('?sort=title')).toEqual(['Minutes', 'Zoë’s garden/2026']);

  const { filename, file } = await app.keyClient.exportTranscription(talk, { format: 'md' });
  expect(filename).toBe('Zoë’s garden 2026.md');
  expect(await file.text()).toMatch(/^# Zoë’s garden\/2026$/m);
});

test('search finds the title that is shown, and the list also the one before', async () => {
  await app.keyClient.updateTranscription(talk, { title: 'Gardening' });
  expect(await found('garden')).toEqual([['Gardening', 'Garden']]);
  expect(await found('IMG_0001')).toEqual([]);
  expect(await titles('?q=garden')).toEqual(['Gardening']);
  expect(await titles('?q=img_')).toEqual(['Gardening']);

  await app.keyClient.updateTranscription(talk, { title: null });
  expect(await found('garden')).toEqual([]);
  expect(await found('IMG_0001')).toEqual([['IMG_0001.mp4', 'IMG_0001']]);
  expect(await titles('?q=garden')).toEqual([]);
});

test('the list finds links by their address, and uploads by nothing that all of them have', async () => {
  const { url } = await app.keyClient.uploadFile(new Blob([shortBytes()]), 'Birds.mp3');
  const upload = await app.keyClient.createTranscription({ url });
  const link = await app.keyClient.createTranscription({ url: `${origin.url}/short.mp3` });
  await finished(app.keyClient, link.id);
  expect(await titles('?q=127.0.0.1')).toEqual(['short.mp3']);
  expect(await titles('?q=birds')).toEqual(['Birds.mp3']);
  for (const q of ['file', 'steno:', '_'])
    expect(await titles(`?q=${q}`)).not.toContain('Birds.mp3');
  for (const { id } of [upload, link]) await app.keyClient.deleteTranscription(id);
});

test('every window is told', async () => {
  const told: (string | null)[] = [];
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  const listening = (async () => {
    const events = app.client.events(stop.signal, { onOpen: opened.resolve });
    for await (const { event } of events) {
      if (event.type === 'transcription') told.push(event.transcription.source.title);
    }
  })().catch(() => {});
  await opened.promise;
  await app.keyClient.updateTranscription(talk, { title: 'Told' });
  await expect.poll(() => told).toContain('Told');
  stop.abort();
  await listening;
});

test('it stays when the recording’s own title becomes known, and when a failed one is tried again', async () => {
  const { id } = await app.client.createTranscription({ url: `${origin.url}/short.mp3` });
  await app.client.updateTranscription(id, { title: 'Mine' });
  expect((await finished(app.client, id)).source.title).toBe('Mine');
  expect((await app.client.updateTranscription(id, { title: null })).source.title).toBe(
    'short.mp3',
  );

  const missing = await app.client.createTranscription({ url: `${origin.url}/none.mp3` });
  await finished(app.client, missing.id);
  await app.client.updateTranscription(missing.id, { title: 'Lost' });
  const again = await app.client.retryTranscription(missing.id);
  expect(again.source.title).toBe('Lost');
  await finished(app.client, again.id);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \t '],
  ['two lines', 'one\ntwo'],
  ['what cannot be seen', '\u200b\u2060'],
  ['more than 200 characters', 'x'.repeat(201)],
])('%s is no title', (_what, title) => {
  expect(UpdateTranscription.safeParse({ title }).success).toBe(false);
});

test('a transcription that is not there has none', async () => {
  await expect(
    app.client.updateTranscription('trs_none', { title: 'Title' }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});
