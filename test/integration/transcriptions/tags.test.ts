import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;
let ids: string[];

beforeAll(async () => {
  dataDir = await makeTempFolder();
  ids = await storeTranscripts(
    dataDir,
    ['One', 'Two', 'Three'].map((title) => ({ title, windows: [['The same words.']] })),
  );
  app = await startTestApp({ dataDir });
  const [one = '', two = ''] = ids;
  await app.client.updateTranscription(one, { tags: ['Café', 'Work', 'work'] });
  await app.client.updateTranscription(two, { tags: ['WORK'], favorite: true });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const titles = async (filter: { tag?: string; favorite?: boolean; language?: string }) =>
  (await app.keyClient.listTranscriptions(filter)).data.map(({ source }) => source.title);

test('tags that differ in case only are one, and what is left out stays', async () => {
  const { tags, favorite } = await app.client.updateTranscription(ids[0] ?? '', {
    favorite: false,
  });
  expect({ tags, favorite }).toEqual({ tags: ['Café', 'Work'], favorite: false });
  expect((await app.keyClient.listTags()).data).toEqual([
    { tag: 'Café', count: 1 },
    { tag: 'WORK', count: 2 },
  ]);
});

test('lists and searches are narrowed down by tag and favorite', async () => {
  expect(await titles({ tag: 'work' })).toEqual(['Two', 'One']);
  expect(await titles({ tag: 'cafe' })).toEqual(['One']);
  expect(await titles({ favorite: true })).toEqual(['Two']);
  expect(await titles({ favorite: false })).toEqual(['Three', 'One']);
  expect(await titles({ language: 'xx' })).toEqual([]);
  const found = await app.keyClient.searchRecordings({ q: 'same', tag: 'work', favorite: true });
  expect(found).toMatchObject({ total_recordings: 1, total_places: 1 });
});

test.each([[['a,b']], [['']], [Array.from({ length: 31 }, (_, i) => `${i}`)]])(
  '%j are no tags',
  async (tags) => {
    const change = app.client.updateTranscription(ids[0] ?? '', { tags });
    await expect(change).rejects.toMatchObject({ code: 'invalid_request' });
  },
);
