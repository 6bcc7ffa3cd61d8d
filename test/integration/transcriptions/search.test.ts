import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/shared/client.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;
let weather = '';
let council = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const ids = await storeTranscripts(dataDir, [
    {
      title: 'Weather report',
      windows: [
        ['The storm reached the harbour at noon.', 'Nobody was hurt.'],
        ['The harbour is open again.', 'Le café où l’été commence.'],
      ],
    },
    {
      title: '会议记录',
      windows: [['我们今天讨论天气。', '明天继续。'], ['The budget of the harbour grew by 50%.']],
    },
    { title: 'Not finished', windows: [['The harbour at night.']], finished: false },
  ]);
  weather = ids[0] ?? '';
  council = ids[1] ?? '';
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const places = async (q: string) =>
  (await app.keyClient.search({ q })).data.map(({ transcription_id, segment_id, start }) => [
    transcription_id,
    segment_id,
    start,
  ]);

describe('search', () => {
  test('finds segments of completed transcriptions, newest recording first, in order of time', async () => {
    expect(await places('harbour')).toEqual([
      [council, 2, 28],
      [weather, 0, 0],
      [weather, 2, 28],
    ]);
  });

  test('gives the segment id that the transcription itself has', async () => {
    const { result } = await app.keyClient.getTranscription(weather);
    const [hit] = (await app.keyClient.search({ q: 'open again' })).data;
    const segment = result?.segments.find(({ id }) => id === hit?.segment_id);
    expect(segment?.text).toBe('The harbour is open again.');
    expect(segment?.start).toBe(hit?.start);
  });

  test('wants every word, in any order', async () => {
    expect(await places('noon storm')).toEqual([[weather, 0, 0]]);
    expect(await places('noon budget')).toEqual([]);
  });

  test('looks past case, accents and word limits', async () => {
    expect(await places('HARBOUR noon')).toEqual([[weather, 0, 0]]);
    expect(await places('cafe ete')).toEqual([[weather, 3, 30]]);
    expect(await places('arbou oon')).toEqual([[weather, 0, 0]]);
  });

  test.each(['天气', '论', '讨论天气', '我们 天气'])('finds Chinese: %s', async (q) => {
    expect(await places(q)).toEqual([[council, 0, 0]]);
  });

  test('finds titles, and says so', async () => {
    expect(await places('会议')).toEqual([[council, null, 0]]);
    expect(await places('weather report')).toEqual([[weather, null, 0]]);
  });

  test('marks what was found', async () => {
    const [hit] = (await app.keyClient.search({ q: 'HARBOUR noon' })).data;
    expect(hit?.snippet).toEqual({
      before: 'The storm reached the ',
      match: 'harbour',
      after: ' at noon.',
    });
    expect(hit?.title).toBe('Weather report');
  });

  test('pages without losing or repeating a hit', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.client.search>> = await app.client.search({
        q: 'the',
        limit: 1,
        ...(cursor !== null && { cursor }),
      });
      expect(page.data).toHaveLength(1);
      seen.push(...page.data.map((hit) => `${hit.transcription_id} ${hit.segment_id}`));
      cursor = page.next_cursor;
    } while (cursor !== null);
    const whole = await app.client.search({ q: 'the', limit: 100 });
    expect(whole.has_more).toBe(false);
    expect(seen).toEqual(whole.data.map((hit) => `${hit.transcription_id} ${hit.segment_id}`));
    expect(seen.length).toBeGreaterThan(2);
  });

  test('takes no part of a query for syntax', async () => {
    expect(await places('50%')).toEqual([[council, 2, 28]]);
    for (const q of [
      '%%',
      '__',
      '"',
      '""',
      "'",
      '*',
      'har*',
      '-harbour',
      'NEAR(storm noon)',
      'text:storm',
      'storm OR budget',
      '(',
      ')',
      '^',
      '\\',
      'a AND',
      'abc"def',
      '{text}: x',
      ';DROP TABLE search;--',
      '\u0000\u0001x',
    ]) {
      expect(await places(q), q).toEqual([]);
    }
  });

  test('refuses a query without words, one of too many, and a made-up cursor', async () => {
    for (const q of [' ', '\u0000', 'a '.repeat(17)]) {
      await expect(app.client.search({ q })).rejects.toMatchObject({
        code: 'invalid_request',
        param: 'q',
      });
    }
    await expect(app.client.search({ q: 'x', cursor: 'bm8' })).rejects.toBeInstanceOf(ApiError);
  });

  test('needs a key', async () => {
    expect((await ask(`${app.url}/v1/search?q=harbour`)).status).toBe(401);
  });

  test('finds nothing any more of a deleted transcription', async () => {
    const dataDir = await makeTempFolder();
    const [id = ''] = await storeTranscripts(dataDir, [
      { title: 'Gone', windows: [['Short lived words.']] },
    ]);
    const other = await startTestApp({ dataDir });
    try {
      expect((await other.client.search({ q: 'lived' })).data).toHaveLength(1);
      await other.client.deleteTranscription(id);
      expect((await other.client.search({ q: 'lived' })).data).toEqual([]);
      expect((await other.client.search({ q: 'Gone' })).data).toEqual([]);
    } finally {
      await other.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
