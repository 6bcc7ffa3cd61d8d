/** Recordings that come with their transcript, which is taken instead of transcribing them. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { isTerminal } from '../../../src/shared/transcription/job-state.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await makeTempFolder();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const SRT = `1
00:00:00,200 --> 00:00:01,500
Zoë Marchetti: The quick brown fox

2
00:00:01,500 --> 00:00:02,600
is not of the forest.

3
00:00:02,600 --> 00:00:04,000
Ben: It was with the others.
`;

const upload = async (content: string | Uint8Array, name: string, client = app.client) =>
  (await client.uploadFile(new Blob([content as Uint8Array<ArrayBuffer>]), name)).url;
const create = async (transcript: string, client = app.client) =>
  client.createTranscription({ url: await upload(shortBytes(), 'short.mp3', client), transcript });
const ended = (id: string) =>
  until(async () => {
    const found = await app.client.getTranscription(id);
    return isTerminal(found.status) ? found : null;
  });
const filesKept = () => readdir(join(app.dataDir, 'files')).then((names) => names.length);

test('gives a finished transcript to correct, play and export, with names and times', async () => {
  const { id } = await create(await upload(SRT, 'short.srt'));
  const { status, model, language, warnings, result, options } = await ended(id);
  expect({ status, model, language, warnings }).toEqual({
    status: 'completed',
    model: null,
    language: 'en',
    warnings: [],
  });
  expect(options.transcript).toMatch(/^steno:/);
  expect(result?.segments).toMatchObject([
    {
      start: 0.2,
      end: 2.6,
      speaker: 'Zoë Marchetti',
      text: 'The quick brown fox is not of the forest.',
    },
    { start: 2.6, end: 4, speaker: 'Ben', text: 'It was with the others.' },
  ]);
  const words = result?.segments[0]?.words ?? [];
  expect(words.map(({ text }) => text).join(' ')).toBe(result?.segments[0]?.text);
  expect(words[4]).toMatchObject({ text: 'is', start: 1.5 });
  expect(result?.diarization).toMatchObject({ method: 'given', speaker_count: 2 });
  expect(result?.media).not.toBeNull();
  expect(result?.structured?.paragraphs.length).toBeGreaterThan(0);
  const { file } = await app.client.exportTranscription(id, { format: 'srt' });
  expect(await file.text()).toContain('Ben: It was with the others.');
  const changed = await app.client.editSegments(id, {
    revision: 0,
    segments: [{ id: 1, text: 'It was with the otters.' }],
  });
  expect(JSON.stringify(changed)).toContain('otters');
});

test("Steno's own JSON comes back as it was exported", async () => {
  const first = await ended((await create(await upload(SRT, 'short.srt'))).id);
  const { file } = await app.client.exportTranscription(first.id, { format: 'json' });
  const second = await ended((await create(await upload(await file.bytes(), 'x.json'))).id);
  expect(second.result?.text).toBe(first.result?.text);
  expect(second.result?.segments.map(({ words }) => words)).toEqual(
    first.result?.segments.map(({ words }) => words),
  );
});

test('a transcript that cannot be taken is refused and deleted', async () => {
  const recording = await upload(shortBytes(), 'short.mp3');
  const before = await filesKept();
  const refused = (transcript: string) =>
    expect(app.client.createTranscription({ url: recording, transcript })).rejects;
  await refused(await upload('No subtitles.', 'a.srt')).toMatchObject({
    code: 'transcript_unreadable',
    param: 'transcript',
  });
  await refused(
    await upload(SRT.replace('00:00:02,600 -->', '00:00:01,000 -->'), 'b.srt'),
  ).toMatchObject({
    code: 'transcript_times',
    message: expect.stringContaining('Line 10'),
  });
  await refused(await upload(Buffer.alloc(50 * 1024 ** 2, SRT), 'c.srt')).toMatchObject({
    code: 'transcript_too_large',
  });
  expect(await filesKept()).toBe(before);
  await refused(recording).toMatchObject({ code: 'invalid_request' });
  await refused('https://example.com/a.srt').toMatchObject({ code: 'invalid_request' });
  await refused('steno://files/file_nothing').toMatchObject({
    code: 'not_found',
    param: 'transcript',
  });
  // What a key may not see, it may not give either.
  const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
  const own = createClient({ baseUrl: app.url, key });
  const theirs = await upload(SRT, 'short.srt');
  await expect(create(theirs, own)).rejects.toMatchObject({ code: 'not_found' });
});

test('one that is longer than its recording fails, and goes with it', async () => {
  const before = await filesKept();
  const long = SRT.replace('00:00:04,000', '01:00:04,000');
  const failed = await ended((await create(await upload(long, 'long.srt'))).id);
  expect(failed.error).toMatchObject({ code: 'transcript_mismatch', retryable: false });
  await app.client.deleteTranscription(failed.id);
  await until(async () => (await filesKept()) === before);
});

test('costs no points, and can be transcribed later', async () => {
  const { id } = await create(await upload(SRT, 'short.srt', app.keyClient), app.keyClient);
  expect((await ended(id)).points_spent).toBe(0);
  const again = await app.client.transcribeAgain(id, {});
  expect(again.options.transcript).toBeNull();
  expect((await ended(again.id)).model).not.toBeNull();
});

test('steno import prints the id of the finished transcription, or why not', async () => {
  const paths = ['talk.mp3', 'talk.vtt', 'bad.vtt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(paths[0], shortBytes());
  await writeFile(paths[1], 'WEBVTT\n\n00:00.500 --> 00:02.000\n<v Ana>Guten Tag.\n');
  await writeFile(paths[2], 'WEBVTT\n\n00:02.000 --> 00:01.000\nNo.\n');
  const run = (...args: string[]) => runSteno(['import', '--data', app.dataDir, ...args]);
  const good = await run('--language', 'de', paths[0], paths[1]);
  expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^trs_\w+\n$/) });
  expect(good.stderr).not.toContain('Transcribing');
  const made = await app.client.getTranscription(good.stdout.trim());
  expect(made).toMatchObject({ language: 'de', result: { text: 'Guten Tag.' } });
  const before = (await app.client.listTranscriptions({ limit: 100 })).data.length;
  const bad = await run(paths[0], paths[2]);
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr).toBe('steno: Line 3 of the transcript does not end after its start.\n');
  expect(await run(paths[0], join(folder, 'none.srt'))).toMatchObject({ code: 1 });
  expect((await app.client.listTranscriptions({ limit: 100 })).data).toHaveLength(before);
  expect(await readFile(paths[1], 'utf8')).toContain('Ana');
});
