/** Video with subtitles: as a track that players switch on and off, and in the picture. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaExport, MediaExportInput } from '../../../src/shared/exports/media-export.ts';
import {
  brightnessAt,
  cuesIn,
  exportEnded,
  exportsLeft,
  FILM,
  makeFilm,
  probe,
  storeFilm,
  takeMediaExport,
} from '../../helpers/corpus/kept-media.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;
let dataDir: string;
let film = '';
let webm = '';
let soonGone = '';
let tall = '';
/** Several threads of libvpx take thirty times as long for these few pictures as one. */
const WEBM = ['-c:v', 'libvpx', '-threads', '1', '-c:a', 'libopus'];

beforeAll(async () => {
  folder = await makeTempFolder();
  dataDir = join(folder, 'data');
  const [mp4, other] = [join(folder, 'film.mp4'), join(folder, 'film.webm')];
  makeFilm(mp4, FILM);
  makeFilm(other, WEBM);
  film = await storeFilm(dataDir, { title: 'Film', file: mp4, type: 'video/mp4' });
  webm = await storeFilm(dataDir, {
    title: 'Film',
    file: other,
    type: 'video/webm',
    language: 'de',
  });
  const narrow = join(folder, 'tall.mp4');
  makeFilm(narrow, ['-vf', 'scale=180:320', ...FILM]);
  tall = await storeFilm(dataDir, { title: 'Tall', file: narrow, type: 'video/mp4' });
  soonGone = await storeFilm(dataDir, { title: 'Soon gone', file: mp4, type: 'video/mp4' });
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const video = (id: string, request: MediaExportInput) =>
  takeMediaExport({ client: app.keyClient, dataDir, folder }, id, request);

describe('a track of subtitles', () => {
  test('comes in Matroska where MP4 cannot hold the picture', async () => {
    const { path, file } = await video(webm, { subtitles: 'track' });
    expect(file).toMatchObject({ filename: 'Film.mkv', type: 'video/x-matroska' });
    expect(probe(path)).toMatchObject({
      picture: { codec_name: 'vp8' },
      sound: { codec_name: 'opus' },
      subtitles: { codec_name: 'subrip', tags: { language: 'ger' } },
    });
    expect(cuesIn(path)).toContain('How are you?');
  });

  test('of a part counts from its beginning, and is laid out as asked', async () => {
    const part = { from: 9.5, to: 13, max_chars_per_line: 10 };
    const { path, filename } = await video(film, { subtitles: 'track', ...part });
    expect(filename).toBe('Film 0.09–0.13.mp4');
    expect(cuesIn(path)).toMatch(/^1\n00:00:00,500 --> [\d:,]+\nHow are\r?\nyou\?\n\n$/);
  });
});

describe('subtitles in the picture', () => {
  test('of a part come at its own times', async () => {
    const { path } = await video(webm, { subtitles: 'burned', from: 9, to: 13 });
    expect(brightnessAt(path, 0.5).bottom).toBeLessThan(60);
    expect(brightnessAt(path, 1.5).bottom).toBeGreaterThan(200);
  });

  test('fit into a narrow picture', async () => {
    const { path } = await video(tall, { subtitles: 'burned', max_lines: 1, from: 2, to: 5 });
    const { bottom, edge } = brightnessAt(path, 1.5);
    expect(bottom).toBeGreaterThan(200);
    expect(edge).toBeLessThan(60);
  });

  test('are not needed where nothing is said', async () => {
    const { path } = await video(film, { subtitles: 'track', from: 5, to: 7 });
    expect(probe(path).subtitles).toBeUndefined();
  });
});

describe('what is under way', () => {
  test('is told in events with its progress, and can be listed', async () => {
    const listening = new AbortController();
    const seen: MediaExport[] = [];
    const events = app.keyClient.events(listening.signal);
    const following = (async () => {
      for await (const { event } of events) {
        if (event.type === 'media_export') seen.push(event.media_export);
        if (event.type === 'media_export_deleted') return event.id;
      }
      return null;
    })();
    const part: MediaExportInput = { subtitles: 'burned', from: 9, to: 12 };
    const { id, status } = await app.keyClient.createMediaExport(film, part);
    expect(status).toBe('waiting');
    expect((await app.keyClient.listMediaExports(film)).data.map((one) => one.id)).toEqual([id]);
    await exportEnded(app.keyClient, id);
    await app.keyClient.deleteMediaExport(id);
    expect(await following).toBe(id);
    listening.abort();
    expect(seen.map((one) => one.status)).toEqual(
      expect.arrayContaining(['waiting', 'running', 'ready']),
    );
    expect(seen.map(({ progress }) => progress)).toEqual(
      seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    expect((await app.keyClient.listMediaExports(film)).data).toEqual([]);
  });

  test('is fetched only when it is ready, and only by who may see it', async () => {
    const { id } = await app.client.createMediaExport(film, { subtitles: 'track' });
    const get = (key: string) =>
      ask(`${app.url}/v1/media-exports/${id}/file`, {
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await get(app.key)).status).toBe(409);
    const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
    expect((await get(key)).status).toBe(404);
    await exportEnded(app.client, id);
    const { headers, status } = await get(app.key);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('attachment; filename=Film.mp4');
    expect(headers['content-security-policy']).toContain('sandbox');
    await app.client.deleteMediaExport(id);
    expect((await get(app.key)).status).toBe(404);
  });

  test('is at most twenty files, fetched or not', async () => {
    const asked = Array.from({ length: 21 }, () =>
      app.client.createMediaExport(film, { from: 1, to: 1.5, picture: false }),
    );
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'too_many_exports', status: 429 } }]);
    for (const { id } of (await app.client.listMediaExports(film)).data) {
      await app.client.deleteMediaExport(id);
    }
    expect(await exportsLeft(dataDir)).toEqual([]);
  });

  test('ends with its transcription', async () => {
    const { id: made } = await app.client.createMediaExport(soonGone, {
      subtitles: 'burned',
    });
    await app.client.deleteTranscription(soonGone);
    await expect(app.client.getMediaExport(made)).rejects.toThrow('no such file');
    await until(async () => (await exportsLeft(dataDir)).length === 0);
  });
});
