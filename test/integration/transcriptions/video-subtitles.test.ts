/** Video with subtitles: as a track that players switch on and off, and in the picture. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaExportInput } from '../../../src/shared/exports/media-export.ts';
import {
  BEEPS_AT,
  beepsIn,
  brightnessAt,
  cuesIn,
  exportEnded,
  exportsLeft,
  FILM,
  FILM_SECONDS,
  makeFilm,
  probe,
  storeFilm,
  takeMediaExport,
} from '../../helpers/corpus/kept-media.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let folder: string;
let dataDir: string;
let film = '';
let talk = '';

beforeAll(async () => {
  folder = await makeTempFolder();
  dataDir = join(folder, 'data');
  const [mp4, sound] = [join(folder, 'film.mp4'), join(folder, 'talk.mp3')];
  makeFilm(mp4, FILM);
  makeFilm(sound, null);
  film = await storeFilm(dataDir, { title: 'Film', file: mp4, type: 'video/mp4' });
  talk = await storeFilm(dataDir, { title: 'Talk', file: sound, type: 'audio/mpeg' });
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const video = (id: string, request: MediaExportInput) =>
  takeMediaExport({ client: app.keyClient, dataDir, folder }, id, request);

describe('a track of subtitles', () => {
  test('comes with the picture and sound of an MP4 as they are', async () => {
    const { path, filename, file } = await video(film, { subtitles: 'track' });
    expect(filename).toBe('Film.mp4');
    expect(file).toMatchObject({ filename, type: 'video/mp4' });
    const made = probe(path);
    expect(made.subtitles).toMatchObject({
      codec_name: 'mov_text',
      disposition: { default: 1 },
      tags: { language: 'eng' },
    });
    expect(made.picture?.codec_name).toBe('h264');
    expect(Math.abs(made.seconds - FILM_SECONDS)).toBeLessThan(0.2);
    expect(cuesIn(path)).toContain('00:00:10,000 --> ');
    const streams = (one: string) =>
      execFileSync('ffmpeg', [
        ...['-v', 'error', '-i', one, '-map', '0:v:0', '-map', '0:a:0', '-c', 'copy'],
        ...['-f', 'streamhash', 'pipe:1'],
      ]).toString();
    const copied = streams(path);
    expect(copied).toMatch(/^0,v,.*\n1,a,/);
    expect(copied).toBe(streams(join(folder, 'film.mp4')));
  });
});

describe('subtitles in the picture', () => {
  test('stand at the bottom while they are said, and nowhere else', async () => {
    const { path, file } = await video(film, { subtitles: 'burned' });
    expect(file).toMatchObject({ filename: 'Film.mp4', type: 'video/mp4' });
    const made = probe(path);
    expect(made.subtitles).toBeUndefined();
    expect(made.picture).toMatchObject({ codec_name: 'h264', start_time: 0, width: 320 });
    expect(beepsIn(path).map(Math.round)).toEqual(BEEPS_AT);
    const [dark, said] = [brightnessAt(path, 7), brightnessAt(path, 10.5)];
    expect(dark.bottom).toBeLessThan(60);
    expect(said.bottom).toBeGreaterThan(200);
    expect(said.top).toBeLessThan(60);
    // The film itself has none.
    expect(brightnessAt(join(folder, 'film.mp4'), 10.5).bottom).toBeLessThan(60);
  });
});

describe('refused', () => {
  test.each<[string, () => string, MediaExportInput, string]>([
    ['sound', () => talk, { subtitles: 'track' }, 'There is no picture'],
    [
      'a video without its picture',
      () => film,
      { subtitles: 'burned', picture: false },
      'no picture',
    ],
    [
      'another language',
      () => film,
      { subtitles: 'track', language: 'de' },
      'no finished translation',
    ],
    [
      'both without a language',
      () => film,
      { subtitles: 'track', bilingual: true },
      'which language',
    ],
    ['an end before the beginning', () => film, { from: 3, to: 2 }, 'must be later'],
    ['a part behind the end', () => film, { from: 3, to: 200 }, 'it is 0:20 long'],
  ])('is %s', async (_, id, request, message) => {
    const attempt = async () => {
      const { id: made } = await app.client.createMediaExport(id(), request);
      const { error } = await exportEnded(app.client, made);
      await app.client.deleteMediaExport(made);
      throw new Error(error?.message);
    };
    await expect(attempt()).rejects.toThrow(message);
    expect(await exportsLeft(dataDir)).toEqual([]);
  });
});
