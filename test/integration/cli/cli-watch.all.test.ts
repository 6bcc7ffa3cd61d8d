/** `steno watch` as real processes. */
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ExportFormat } from '../../../src/shared/exports/export-options.ts';
import { isMediaName } from '../../../src/shared/sources/media-extensions.ts';
import { shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let base: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({}, { tasks: ONE_VOICE });
});
afterAll(() => app.stop());
beforeEach(async () => {
  base = await makeTempFolder();
  folder = join(base, 'watched');
  await mkdir(join(folder, 'below'), { recursive: true });
  return () => rm(base, { recursive: true, force: true });
});

/** Different recordings as far as anybody can tell by their bytes. */
const recording = (mark: string) => Buffer.concat([shortBytes(), Buffer.from(`${base}${mark}`)]);
const args = (...more: string[]) => [
  'watch',
  '--data',
  app.dataDir,
  '--no-structure',
  ...more,
  folder,
];
const once = (...more: string[]) => runSteno(args('--once', ...more));
const texts = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(?:txt|srt)$/.test(name)).sort();
const transcribed = async () => (await app.client.listTranscriptions({ limit: 100 })).data.length;

test('--once takes what is there, beside it, and a second time nothing', async () => {
  await writeFile(join(folder, 'talk.mp3'), recording('a'));
  await writeFile(join(folder, 'talk.OGG'), recording('b'));
  await writeFile(join(folder, 'below', 'deep.mp3'), recording('c'));
  await writeFile(join(folder, 'empty.mp3'), '');
  await writeFile(join(folder, 'loading.mp3'), 'x');
  await writeFile(join(folder, 'loading.mp3.part'), recording('d'));
  const before = await transcribed();
  expect(await once()).toMatchObject({ code: 0, stdout: '' });
  expect(await texts()).toEqual(['talk 2.txt', 'talk.txt']);
  const words = (await readFile(join(folder, 'talk.txt'), 'utf8')).split(/\s+/);
  expect(words.length).toBeGreaterThan(10);
  // Neither a second start nor another time of the file makes it another recording.
  await utimes(join(folder, 'talk.mp3'), 1, 1);
  await rm(join(folder, 'talk.txt'));
  expect(await once()).toMatchObject({ code: 0, stderr: '' });
  expect(await transcribed()).toBe(before + 2);
  expect(await texts()).toEqual(['talk 2.txt']);
  // Another format is written of what was transcribed before.
  expect(await once('--format', 'txt,srt', '--recursive')).toMatchObject({ code: 0 });
  expect(await texts()).toEqual([
    ...['below/deep.srt', 'below/deep.txt', 'talk 2.srt', 'talk 2.txt', 'talk.srt'],
  ]);
  expect(await transcribed()).toBe(before + 3);
});

test('what is or comes there is taken once it no longer grows, until Ctrl-C', async () => {
  const watch = startSteno(args('--json', '--format', 'txt,json'));
  await until(() => watch.output.stderr.includes('Watching '));
  const path = join(folder, 'Growing.MP3');
  const bytes = recording('growing');
  await writeFile(path, bytes.subarray(0, 1000));
  for (let at = 1000; at < bytes.length; at += 5000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await appendFile(path, bytes.subarray(at, at + 5000));
  }
  const lines = () => watch.output.stdout.split('\n').filter(Boolean);
  await until(() => lines().length === 1);
  const [line = ''] = lines();
  const files = ['txt', 'json'].map((format) => join(folder, `Growing.${format}`));
  expect(JSON.parse(line)).toEqual({
    recording: path,
    id: expect.stringMatching(/^trs_/),
    status: 'completed',
    found: false,
    files,
    error: null,
  });
  const list = JSON.parse(await readFile(join(folder, '.steno-watch.json'), 'utf8'));
  expect(list).toMatchObject({ files: [{ path, bytes: bytes.length }] });
  watch.interrupt();
  const { code, stderr, stdout } = await watch.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Stopped.');
  expect(stdout.trim()).toBe(line);
});

test('what cannot be transcribed or written is said, and the rest is done', async () => {
  await writeFile(join(folder, 'broken.mp3'), `No sound at all ${base}`);
  await writeFile(join(folder, 'good.mp3'), recording('good'));
  await writeFile(join(folder, 'written.mp3'), recording('written'));
  await writeFile(join(folder, 'written.txt'), 'Mine.');
  const result = await once('--json');
  expect(result.code).toBe(1);
  expect(result.stderr).toContain(`${join(folder, 'written.txt')} is already there`);
  const lines = result.stdout.trim().split('\n');
  const ends = lines.map(
    (line) => JSON.parse(line) as { recording: string; status: string; error: unknown },
  );
  expect(
    ends.map(({ recording, status }) => [recording.slice(folder.length + 1), status]).sort(),
  ).toEqual([
    ['broken.mp3', 'failed'],
    ['good.mp3', 'completed'],
  ]);
  expect(await readFile(join(folder, 'written.txt'), 'utf8')).toBe('Mine.');
});

test('Ctrl-C cancels what is under way, and the next start takes it again', async () => {
  const dataDir = join(base, 'data');
  const engine = await writeProgram(join(base, 'engine.sh'), hangingEngine);
  await copyFile(shortFile, join(folder, 'short.mp3'));
  const watch = startSteno(['watch', '--data', dataDir, folder], { STENO_ENGINE: engine });
  await until(() => watch.output.stderr.includes('Transcribing: short.mp3'));
  watch.interrupt();
  expect((await watch.ended).code).toBe(130);
  expect(await texts()).toEqual([]);
  expect(await once()).toMatchObject({ code: 0 });
  expect(await texts()).toEqual(['short.txt']);
});

test('what is deleted while it is transcribed is said to be, and the rest goes on', async () => {
  const engineFile = await writeProgram(join(base, 'engine.sh'), hangingEngine);
  const busy = await startTestApp({ dataDir: join(base, 'data'), engineFile });
  await writeFile(join(folder, 'short.mp3'), recording('deleted'));
  const watch = startSteno(['watch', '--data', busy.dataDir, '--json', folder]);
  await until(() => watch.output.stderr.includes('Transcribing: short.mp3'));
  const { data } = await busy.client.listTranscriptions();
  for (const { id } of data) await busy.client.deleteTranscription(id);
  await until(() => watch.output.stdout.includes('"error":"It was deleted."'));
  await writeFile(join(folder, 'next.mp3'), recording('next'));
  await until(() => watch.output.stderr.includes('Transcribing: next.mp3'));
  watch.interrupt();
  expect((await watch.ended).code).toBe(130);
  await busy.stop();
});

test('a folder that is missing, a file, or goes away', async () => {
  const start = (path: string) => runSteno(['watch', '--data', app.dataDir, path]);
  expect(await start(join(base, 'nowhere'))).toMatchObject({
    code: 1,
    stderr: `steno: The folder ${join(base, 'nowhere')} is not there.\n`,
  });
  expect(await start(shortFile)).toMatchObject({ code: 1 });
  const watch = startSteno(args());
  await until(() => watch.output.stderr.includes('Watching '));
  await rm(folder, { recursive: true });
  const { code, stderr } = await watch.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('is not there');
});

test('no export is named like a recording', () => {
  for (const format of ExportFormat.options) expect(isMediaName(`talk.${format}`)).toBe(false);
});
