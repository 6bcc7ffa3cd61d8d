/** Parts of a recording as files, cut where they were asked to be. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClipInput } from '../../../src/shared/exports/media-export.ts';
import {
  exportsLeft,
  FILM,
  makeFilm,
  probe,
  saveTo,
  storeFilm,
} from '../../helpers/corpus/kept-media.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;
let dataDir: string;
const ids: Record<string, string> = {};

/** Recordings as they are kept, with a picture and without: their media types and how they are made. */
const KEPT = {
  film: { type: 'video/mp4', name: 'film.mp4', picture: FILM },
  mp3: { type: 'audio/mpeg', name: 'talk.mp3', picture: null },
} as const;

beforeAll(async () => {
  folder = await makeTempFolder();
  dataDir = join(folder, 'data');
  for (const [kind, { type, name, picture }] of Object.entries(KEPT)) {
    const file = join(folder, name);
    makeFilm(file, picture);
    ids[kind] = await storeFilm(dataDir, { title: `Talk: ${kind}`, file, type });
  }
  [ids['gone'] = '', ids['unfinished'] = ''] = await storeTranscripts(dataDir, [
    { title: 'Gone', windows: [['Hello.']] },
    { title: 'Not finished', windows: [['Hello.']], finished: false },
  ]);
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Fetched and written to the disk, with the name it came with. */
async function clip(kind: string, query: ClipInput): Promise<{ file: string; filename: string }> {
  const { filename, body } = await app.keyClient.getClip(ids[kind] ?? '', query);
  const file = join(folder, `clip-${kind}`);
  await saveTo(file, body);
  return { file, filename };
}

const leftOver = () => exportsLeft(dataDir);

const refusal = async (kind: string, query: string) => {
  const url = `${app.url}/v1/transcriptions/${ids[kind]}/clip?${query}`;
  const { status, body } = await ask(url, { headers: { authorization: `Bearer ${app.key}` } });
  const { code, param } = JSON.parse(body).error;
  return { status, code, param };
};

describe('a clip', () => {
  test('of a video can be its sound alone', async () => {
    const { file, filename } = await clip('film', { from: 2.5, to: 4, picture: 'false' });
    expect(filename).toBe('Talk film 0.02–0.04.m4a');
    expect(probe(file)).toMatchObject({ picture: undefined, sound: { codec_name: 'aac' } });
  });

  test('may have its subtitles, with times of its own', async () => {
    const { file } = await clip('film', { from: 9, to: 12, subtitles: 'track' });
    expect(probe(file).subtitles).toMatchObject({ codec_name: 'mov_text' });
  });
});

test.each([
  ['only asked about', { method: 'HEAD' }, {}, 200],
  ['not changed', {}, { 'if-none-match': '*' }, 304],
  ['wanted from behind its end', {}, { range: 'bytes=99999999-' }, 416],
])('one that is %s is gone at once', async (_, options, headers, status) => {
  const url = `${app.url}/v1/transcriptions/${ids['mp3']}/clip?from=1&to=2`;
  const all = { ...headers, authorization: `Bearer ${app.key}` };
  expect((await ask(url, { ...options, headers: all })).status).toBe(status);
  await until(async () => (await leftOver()).length === 0);
});

describe('refused', () => {
  test.each([
    ['an end before the beginning', 'film', 'from=5&to=4', 400, 'invalid_request', 'to'],
    ['nothing', 'film', 'from=5&to=5', 400, 'invalid_request', 'to'],
    ['an end behind the recording', 'film', 'from=5&to=21', 422, 'part_outside', 'to'],
    ['what is all behind it', 'film', 'from=30&to=31', 422, 'part_outside', 'from'],
    ['more than ten minutes', 'film', 'from=0&to=601', 422, 'clip_too_long', null],
    ['no times', 'film', '', 400, 'invalid_request', 'from'],
    ['no number', 'film', 'from=x&to=4', 400, 'invalid_request', 'from'],
    ['a negative time', 'film', 'from=-1&to=4', 400, 'invalid_request', 'from'],
    ['what is not known', 'film', 'from=1&to=4&crop=1', 400, 'unknown_field', 'crop'],
    ['a recording that is gone', 'gone', 'from=0&to=1', 409, 'recording_removed', null],
    ['one that is not completed', 'unfinished', 'from=0&to=1', 409, 'wrong_state', null],
    ['one that is not there', 'nowhere', 'from=0&to=1', 404, 'not_found', null],
    ['subtitles without a picture', 'mp3', 'from=0&to=4&subtitles=burned', 409, 'no_picture', null],
  ])('is %s', async (_, kind, query, status, code, param) => {
    expect(await refusal(kind, query)).toEqual({ status, code, param });
    await until(async () => (await leftOver()).length === 0);
  });
});
