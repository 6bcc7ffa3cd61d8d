import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await makeTempFolder();
  const talks = join(folder, 'talks');
  await mkdir(join(talks, 'old'), { recursive: true });
  for (const name of ['2.mp3', '10.mp3', '.hidden.mp3', 'old/1.mp3']) {
    await copyFile(shortFile, join(talks, name));
  }
  await writeFile(join(talks, 'notes.txt'), 'No recording.');
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const transcribe = (args: string[], input?: Buffer) =>
  runSteno(['transcribe', '--data', app.dataDir, '--no-structure', ...args], {}, input);

test.each(['-', '/dev/stdin'])('%s: what is piped in', async (source) => {
  const result = await transcribe([source], shortBytes());
  expect(result.code).toBe(0);
  expect(result.stdout.split(/\s+/).length).toBeGreaterThan(10);
  expect((await app.client.listTranscriptions()).data[0]?.source.title).toBe('stdin');
});

test('a pipe that has a name, as <(…) of a shell', async () => {
  const pipe = join(folder, 'pipe.mp3');
  await promisify(execFile)('mkfifo', [pipe]);
  const [result] = await Promise.all([transcribe([pipe]), writeFile(pipe, shortBytes())]);
  expect(result.code).toBe(0);
  expect(result.stdout.split(/\s+/).length).toBeGreaterThan(10);
});

test('Ctrl-C ends waiting for input from a pipe', async () => {
  const pipe = join(folder, 'silent.mp3');
  await promisify(execFile)('mkfifo', [pipe]);
  const command = startSteno(['transcribe', '--data', app.dataDir, pipe], {
    TMPDIR: folder,
  });
  await until(async () => (await readdir(folder)).some((name) => name.startsWith('steno-pipe-')));
  command.interrupt();
  expect((await command.ended).code).toBe(130);
  expect((await readdir(folder)).some((name) => name.startsWith('steno-pipe-'))).toBe(false);
});

test('nothing piped in is said', async () => {
  const result = await transcribe(['-']);
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr).toBe('-: The file is empty.\n');
});

test('a folder: its recordings in the order of their names, with --recursive those below', async () => {
  const talks = join(folder, 'talks');
  const out = join(folder, 'texts');
  const plain = await transcribe(['--out', out, talks]);
  expect(plain.code).toBe(0);
  expect(writtenBy(plain.stderr, out)).toEqual(['2.txt', '10.txt']);
  const all = await transcribe(['--out', join(folder, 'more'), '--recursive', talks]);
  expect(writtenBy(all.stderr, join(folder, 'more'))).toEqual(['2.txt', '10.txt', '1.txt']);
});

test('a link without its scheme, where there is no such file', async () => {
  const nowhere = await transcribe(['steno-test.invalid/talk.mp3']);
  expect(nowhere).toMatchObject({ code: 1, stdout: '' });
  expect(nowhere.stderr).toContain('https://steno-test.invalid/talk.mp3');
  const file = await transcribe(['talk that is not there.mp3']);
  expect(file.stderr).toContain('There is no such file.');
});

test('a folder without recordings ends with 1', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const result = await transcribe([empty]);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('There are no recordings in this folder. Add --recursive');
});

test('a link of a kind that is not supported is called that', async () => {
  const { code, stderr } = await transcribe(['ftp://127.0.0.1/talk.mp3']);
  expect(code).toBe(1);
  expect(stderr).toContain('Links that begin with ftp:// are not supported');
});

test('--speakers-expected reaches the service', async () => {
  const file = join(folder, 'one voice, taken for two.mp3');
  await writeFile(file, Buffer.concat([shortBytes(), await readFile(shortFile)]));
  expect(await transcribe(['--speakers-expected', '2', file])).toMatchObject({ code: 0 });
  const { data } = await app.client.listTranscriptions();
  const newest = await app.client.getTranscription(data[0]?.id ?? '');
  expect(newest.result?.speakers).toHaveLength(2);
  const wrong = await transcribe(['--speakers-expected', '0', file]);
  expect(wrong).toMatchObject({ code: 2 });
});

/** The names of the files that a command said it wrote into a folder. */
function writtenBy(stderr: string, out: string): string[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith(out));
  return lines.map((line) => line.slice(out.length + 1));
}
