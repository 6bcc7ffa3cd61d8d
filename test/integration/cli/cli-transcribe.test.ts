import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleTruth, shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import { trackedTalk } from '../../helpers/corpus/tracks.ts';
import { normalizeWords, wordErrorRate } from '../../helpers/corpus/wer.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

const FIRST = 'Anna watched the quiet garden today.';
const shortText = sampleTruth()
  .segments.slice(0, 3)
  .map((segment) => segment.text)
  .join(' ');
let folder: string;
let app: TestApp;
let files: string[];
let note: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
  files = ['Morning talk.mp3', 'Evening talk.mp3'].map((name) => join(folder, name));
  note = join(folder, 'Note.mp3');
  // The same bytes, which are transcribed once for all that ask for nothing else.
  for (const file of [...files, note]) await copyFile(shortFile, file);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function expectWebVtt(content: string): void {
  const parsed = new WebVTTParser({}).parse(content, 'subtitles/captions/descriptions');
  expect(parsed.errors).toEqual([]);
  const said = parsed.cues.map(({ text }) => text).join(' ');
  expect(normalizeWords(said)).toEqual(expect.arrayContaining(normalizeWords(FIRST)));
}

const withoutSpeakers = (text: string) => text.replaceAll(/^Speaker \d+: /gm, '');

describe('steno transcribe', () => {
  let out: string;
  beforeEach(async () => {
    out = await makeTempFolder();
    return () => rm(out, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    runSteno(['transcribe', '--data', app.dataDir, '--out', out, ...args]);
  const written = (extension: string) => readFile(join(out, `Morning talk.${extension}`), 'utf8');

  test('transcribes each of several audio tracks as a speaker, and refuses what is no track', async () => {
    const { bytes } = await trackedTalk();
    const talk = join(folder, 'talk.mkv');
    await writeFile(talk, bytes);
    expect(await run(talk, '--track', 'speakers')).toMatchObject({ code: 0 });
    const transcript = await readFile(join(out, 'talk.txt'), 'utf8');
    expect(transcript).toMatch(/^Ada Ruiz: /m);
    expect(transcript).toMatch(/^Bea Lund: /m);
    const missing = await run(talk, '--track', '9', '--force');
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stderr).toContain('no track 9');
    const wrong = await run(talk, '--track', 'both');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Give the number of a track, mix or speakers.');
  });

  test('writes a file for each of two recordings', async () => {
    const result = await run(...files);
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect((await readdir(out)).sort()).toEqual(['Evening talk.txt', 'Morning talk.txt']);
    const transcript = await written('txt');
    expect(normalizeWords(transcript)).toEqual(expect.arrayContaining(normalizeWords(FIRST)));
    expect(wordErrorRate(shortText, withoutSpeakers(transcript))).toBeLessThan(0.05);
    expect(result.stderr).toContain(join(out, 'Morning talk.txt'));
    expect(result.stderr).toContain('demo model');
  });

  test('writes every format that is asked for', async () => {
    const talk = join(out, 'Morning talk.mp3');
    // With bytes of its own, and so a title of its own.
    await writeFile(talk, Buffer.concat([shortBytes(), Buffer.from('Morning')]));
    const formats = ['--format', 'srt,vtt,json,md'];
    expect(await run(talk, ...formats)).toMatchObject({ code: 0, stdout: '' });
    expect(await written('srt')).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n/);
    expectWebVtt(await written('vtt'));
    expect(Transcription.parse(JSON.parse(await written('json'))).progress).toBe(1);
    expect(await written('md')).toMatch(
      /^# Morning talk\n\n[A-Z][a-z]+ \d+, 2\d{3} · .*English.*\n\n## Summary\n/,
    );
  });

  test('prints to stdout without --out, and nothing else there', async () => {
    const { code, stdout } = await runSteno(['transcribe', '--data', app.dataDir, note]);
    expect(code).toBe(0);
    expect(normalizeWords(withoutSpeakers(stdout))).toEqual(normalizeWords(shortText));
  });

  test('needs no running service', async () => {
    const own = join(out, 'data');
    const result = await runSteno(['transcribe', '--data', own, '--no-structure', note]);
    expect(result.code).toBe(0);
    expect(normalizeWords(withoutSpeakers(result.stdout))).toEqual(normalizeWords(shortText));
    expect(await readdir(own)).not.toContain('service.json');
  });
});

describe('while it transcribes', () => {
  let dataDir: string;
  let busy: TestApp;
  beforeAll(async () => {
    dataDir = join(await makeTempFolder(), 'data');
    const engineFile = await writeProgram(join(dataDir, '..', 'engine.sh'), hangingEngine);
    busy = await startTestApp({ dataDir, engineFile });
  });
  afterAll(async () => {
    await busy.stop();
    await rm(dirname(dataDir), { recursive: true, force: true });
  });

  test('a recording that is deleted is said to be, and it ends', async () => {
    const command = startSteno(['transcribe', '--data', dataDir, ...files]);
    await until(() => command.output.stderr.includes('Transcribing: Morning talk.mp3'));
    const { data } = await busy.client.listTranscriptions();
    for (const { id } of data) await busy.client.deleteTranscription(id);
    const { code, stderr } = await command.ended;
    expect(code).toBe(1);
    for (const { id } of data) expect(stderr).toContain(`${id}: It was deleted.`);
  });

  test('Ctrl-C cancels the recording and ends with 130', async () => {
    const [file = ''] = files;
    const command = startSteno(['transcribe', '--data', dataDir, file]);
    await until(() => command.output.stderr.includes('Transcribing: Morning talk.mp3'));
    command.interrupt();
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Stopped.');
    const { data } = await busy.client.listTranscriptions();
    expect(data.map(({ status, error }) => [status, error?.code])).toEqual([
      ['failed', 'canceled'],
    ]);
  });
});
