import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { EXPORT_TYPES, exportEnding } from '../../../src/shared/exports/export-options.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { EXPORT_FORMATS } from '../../helpers/harness/chromium.ts';
import { readDocx } from '../../helpers/harness/docx.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

let app: TestApp;
let dataDir: string;
let talk = '';
let unfinished = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const windows = [['Good morning, everybody.', 'How are you?']];
  const ids = await storeTranscripts(dataDir, [
    { title: 'Café "Zoë"; 100%\n日本.mp3', windows, speakers: ['Anna', 'Ben'] },
    { title: 'Not finished', windows: [['Hello.']], finished: false },
  ]);
  [talk = '', unfinished = ''] = ids;
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(`${app.url}/v1/transcriptions/${path}`, {
    headers: { authorization: `Bearer ${app.key}`, ...headers },
  });
const exported = async (query: Parameters<typeof app.client.exportTranscription>[1]) =>
  (await app.keyClient.exportTranscription(talk, query)).file;

describe('a completed transcription', () => {
  test.each(EXPORT_FORMATS)('comes as a %s file with a safe name', async (format) => {
    const { status, headers } = await get(`${talk}/export?format=${format}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(EXPORT_TYPES[format]);
    expect(headers['content-security-policy']).toContain('sandbox');
    const stem = "filename*=UTF-8''Caf%C3%A9%20Zo%C3%AB%20%3B%20100%25%20%E6%97%A5%E6%9C%AC";
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Caf_ Zo_ ; 100_ __.${exportEnding(format)}"; ${stem}.${exportEnding(format)}`,
    );
  });

  test('as text it can have times and no names', async () => {
    const options = { format: 'txt', timestamps: 'always', speakers: 'never' } as const;
    expect(await (await exported(options)).text()).toBe(
      '[0:00] Good morning, everybody.\n\n[0:02] How are you?\n',
    );
  });

  test('as JSON it is the object of the API', async () => {
    const json: unknown = JSON.parse(await (await exported({ format: 'json' })).text());
    expect(Transcription.parse(json)).toEqual(await app.keyClient.getTranscription(talk));
  });

  test('subtitles are laid out as asked', async () => {
    const text = await (
      await exported({ format: 'vtt', max_chars_per_line: 12, max_lines: 3, speakers: 'never' })
    ).text();
    const { cues, errors } = new WebVTTParser({}).parse(text, 'subtitles/captions/descriptions');
    expect(errors).toEqual([]);
    const lines = cues.flatMap((cue) => cue.text.split('\n'));
    expect(lines.join('').replaceAll(' ', '')).toBe('Goodmorning,everybody.Howareyou?');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(12);
  });

  test('as DOCX it can be read', async () => {
    const { paragraphs } = readDocx(await (await exported({ format: 'docx' })).bytes());
    expect(paragraphs.at(-1)?.text).toBe('Ben  0:02  How are you?');
  });
});

describe('If-None-Match', () => {
  const subtitles = async (format: 'vtt' | 'srt') => {
    const { result } = await app.client.getTranscription(talk);
    return new URL(result?.subtitles[format] ?? '').href.split('/v1/transcriptions/')[1] ?? '';
  };
  const paths: [string, () => Promise<string>][] = [
    ['the transcription', async () => talk],
    ['WebVTT', () => subtitles('vtt')],
    ['SubRip', () => subtitles('srt')],
    ...EXPORT_FORMATS.map((format): [string, () => Promise<string>] => [
      `the export as ${format}`,
      async () => `${talk}/export?format=${format}`,
    ]),
  ];

  test.each(paths)('spares sending %s again until a name changes', async (_, find) => {
    const path = await find();
    await app.client.renameSpeaker(talk, 2, { name: null });
    const first = await get(path);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^(?:W\/)?"[\w-]{20,}"$/);
    const again = await get(path, { 'if-none-match': `"other", ${tag}` });
    expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    await app.client.renameSpeaker(talk, 2, { name: 'Benjamin' });
    const renamed = await get(path, { 'if-none-match': tag });
    expect(renamed.status).toBe(200);
    expect(renamed.headers['etag']).not.toBe(tag);
    await app.client.renameSpeaker(talk, 2, { name: null });
  });

  test('is about one layout of the subtitles', async () => {
    const path = await subtitles('vtt');
    const { headers } = await get(path);
    const narrow = await get(`${path}&max_chars_per_line=10`, {
      'if-none-match': String(headers['etag']),
    });
    expect(narrow.status).toBe(200);
  });
});

describe('refused', () => {
  test('is what is not completed', async () => {
    const { status, body } = await get(`${unfinished}/export?format=txt`);
    expect([status, JSON.parse(body).error.code]).toEqual([409, 'wrong_state']);
  });

  test.each([
    ['?format=odt', 'format'],
    ['', 'format'],
    ['?format=srt&max_lines=9', 'max_lines'],
    ['?format=txt&timestamps=yes', 'timestamps'],
  ])('is %s', async (query, param) => {
    const { status, body } = await get(`${talk}/export${query}`);
    expect([status, JSON.parse(body).error.param]).toEqual([400, param]);
  });

  test('is who has no key, also with the right id', async () => {
    const { status } = await ask(`${app.url}/v1/transcriptions/${talk}/export?format=txt`);
    expect(status).toBe(401);
  });
});

describe('steno export', () => {
  test('writes files, of the same name none over another', async () => {
    const out = await makeTempFolder();
    const args = ['--format', 'docx', '--out', out, '--data', dataDir];
    const { code, stdout } = await runSteno(['export', talk, talk, ...args]);
    expect([code, stdout]).toEqual([0, '']);
    const names = (await readdir(out)).sort();
    expect(names).toEqual(['Café Zoë ; 100% 日本 2.docx', 'Café Zoë ; 100% 日本.docx']);
    const { paragraphs } = readDocx(await readFile(join(out, names[0] ?? '')));
    expect(paragraphs[0]).toMatchObject({ style: 'Title' });
    await rm(out, { recursive: true, force: true });
  });

  test('prints without --out, with the options of the API', async () => {
    const args = ['export', talk, '--format', 'srt', '--max-lines', '1', '--data', dataDir];
    const { code, stdout } = await runSteno(args);
    expect([code, stdout.split('\n').slice(2, 3)]).toEqual([0, ['Anna: Good morning, everybody.']]);
    const wrong = await runSteno(['export', talk, '--max-lines', '9', '--data', dataDir]);
    expect(wrong.code).toBe(2);
  });

  test('says what is not finished', async () => {
    const { code, stderr } = await runSteno(['export', unfinished, '--data', dataDir]);
    expect([code, stderr]).toEqual([1, `${unfinished}: The transcription is not completed.\n`]);
  });
});
