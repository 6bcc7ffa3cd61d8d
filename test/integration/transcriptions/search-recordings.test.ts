import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const said = 'Three men in the kitchen.';
  await storeTranscripts(dataDir, [
    { title: 'Three.mp3', windows: [['Nothing of that kind.']] },
    { title: 'Short', windows: [[said]] },
    { title: 'Long', windows: Array.from({ length: 50 }, () => [said]) },
    { title: 'Parted', windows: [['The kitchen of three men.']] },
  ]);
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a title comes first, each recording once with three places, and totals are of all pages', async () => {
  const page = await app.keyClient.searchRecordings({ q: 'three', limit: 2 });
  const { data, next_cursor, ...totals } = page;
  expect(totals).toEqual({ total_recordings: 4, total_places: 52, has_more: true });
  expect(
    data.map(({ transcription, places, first }) => [
      transcription.source.title,
      places,
      first.length,
    ]),
  ).toEqual([
    ['Three.mp3', 0, 0],
    ['Parted', 1, 1],
  ]);
  expect(data[0]?.title?.match).toBe('Three');
  const next = await app.keyClient.searchRecordings({ q: 'three', cursor: next_cursor ?? '' });
  expect(next).toMatchObject({ total_recordings: 4, total_places: 52, has_more: false });
  expect(next.data.map(({ places, first }) => [places, first.length])).toEqual([
    [50, 3],
    [1, 1],
  ]);
});

test('the rest of a recording is there on demand', async () => {
  const { data } = await app.keyClient.searchRecordings({ q: 'three' });
  const long = data.find(({ places }) => places === 50)?.transcription.id ?? '';
  const all = await app.keyClient.search({ q: 'three', transcription_id: long, limit: 100 });
  expect(all.data.map(({ segment_id }) => segment_id)).toEqual([...Array(50).keys()]);
});

test.each([
  ['"three men"', 52],
  ['"men three"', 0],
  ['kitchen "three men"', 52],
  ['"in the  kitchen"', 51],
  ['"three', 0],
])('%s is found %i times', async (q, places) => {
  expect((await app.keyClient.searchRecordings({ q })).total_places).toBe(places);
});

test('a failed one is found by its title, and by its address where it has none', async () => {
  const { id } = await app.client.createTranscription({ url: 'http://127.0.0.1:9/corrupt.mp3' });
  await app.client.cancelTranscription(id).catch(() => {});
  const { data } = await app.client.searchRecordings({ q: 'corrupt' });
  expect(data.map(({ transcription }) => transcription.id)).toEqual([id]);
});

test('what is no cursor is refused', async () => {
  const asked = app.keyClient.searchRecordings({ q: 'three', cursor: 'bm8' });
  await expect(asked).rejects.toMatchObject({ code: 'invalid_request', param: 'cursor' });
});
