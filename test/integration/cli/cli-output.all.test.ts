import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import {
  transcribe as inService,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

const EDITED = 'What somebody wrote by hand.\n';
let app: TestApp;
let folder: string;
let note: string;
let id: string;
let out: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  note = join(folder, 'Note.mp3');
  await copyFile(shortFile, note);
  app = await startTestApp();
  await runSteno(['transcribe', '--data', app.dataDir, '--no-structure', note]);
  id = (await app.client.listTranscriptions()).data[0]?.id ?? '';
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  out = await makeTempFolder();
  return () => rm(out, { recursive: true, force: true });
});

const transcribe = (...args: string[]) =>
  runSteno(['transcribe', '--data', app.dataDir, '--no-structure', note, ...args]);
const exportIt = (...args: string[]) => runSteno(['export', '--data', app.dataDir, id, ...args]);

describe.each([
  ['transcribe', transcribe],
  ['export', exportIt],
])('steno %s --out', (_name, run) => {
  test('keeps a file that is there already, and says so', async () => {
    const edited = join(out, 'Note.srt');
    await writeFile(edited, EDITED);
    const result = await run('--out', out, '--format', 'srt,vtt');
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(
      `The file ${edited} is already there. Add --force to replace it.`,
    );
    expect(await readFile(edited, 'utf8')).toBe(EDITED);
    expect(await readFile(join(out, 'Note.vtt'), 'utf8')).toMatch(/^WEBVTT/);
  });

  test('says so where no folder can be made', async () => {
    const result = await run('--out', '/proc/steno/texts');
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('The folder /proc/steno/texts cannot be written to.');
  });

  test('replaces it with --force', async () => {
    const edited = join(out, 'Note.srt');
    await writeFile(edited, EDITED);
    expect(await run('--out', out, '--format', 'srt', '--force')).toMatchObject({ code: 0 });
    expect(await readFile(edited, 'utf8')).toMatch(/^1\n00:00/);
  });

  test('writes several formats at once', async () => {
    const result = await run('--out', out, '--format', 'srt, vtt,txt');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect((await readdir(out)).sort()).toEqual(['Note.srt', 'Note.txt', 'Note.vtt']);
  });
});

describe('steno export', () => {
  test('takes a folder, which it makes, and no file', async () => {
    expect(await exportIt('--out', join(out, 'a', 'b'))).toMatchObject({ code: 0 });
    expect(await readdir(join(out, 'a', 'b'))).toEqual(['Note.txt']);
    const file = await exportIt('--out', note);
    expect(file).toMatchObject({
      code: 1,
      stderr: `steno: --out takes a folder, but ${note} is a file.\n`,
    });
    const below = await exportIt('--out', join(note, 'texts'));
    expect(below.stderr).toContain('cannot be made: part of its path is a file.');
  });

  test('several formats do not go to stdout', async () => {
    const result = await exportIt('--format', 'srt,vtt');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('add --out');
  });

  test('--quiet: nothing on stderr', async () => {
    expect(await exportIt('--out', out, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readdir(out)).toEqual(['Note.txt']);
  });
});

describe('steno export --all', () => {
  const exportAll = (...args: string[]) =>
    runSteno(['export', '--data', app.dataDir, '--all', ...args]);

  test('writes every finished recording once, in its newest version', async () => {
    const { id: again } = await app.client.transcribeAgain(id, { structure: false });
    await until(async () => (await app.client.getTranscription(again)).status === 'completed');
    expect(await exportAll('--out', out, '--format', 'json')).toMatchObject({ code: 0 });
    expect(await readdir(out)).toEqual(['Note.json']);
    expect(JSON.parse(await readFile(join(out, 'Note.json'), 'utf8'))).toMatchObject({ id: again });
    await app.client.deleteTranscription(again);
  });

  test.runIf(canMakeDisk)('ends with one sentence where the disk is full', async () => {
    const { url } = await app.client.uploadFile(new Blob([shortBytes()]), 'Other.mp3');
    const other = await inService(app.client, { url, structure: false });
    const disk = await makeDisk(1);
    onTestFinished(disk.remove);
    disk.fill(0);
    expect(await exportAll('--out', disk.path, '--format', 'json')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'steno: The disk is full. Free some space and try again.\n',
    });
    expect(await readdir(disk.path)).toEqual(['filler']);
    await app.client.deleteTranscription(other.id);
  });

  test('needs a folder, and takes no ids', async () => {
    expect(await exportAll()).toMatchObject({ code: 2, stdout: '' });
    expect(await exportAll(id, '--out', out)).toMatchObject({ code: 2, stdout: '' });
    const none = await runSteno(['export', '--data', app.dataDir]);
    expect(none.stderr).toContain('Give ids, or --all.');
  });
});

test('what may not be written is not transcribed either', async () => {
  await writeFile(join(out, 'Note.txt'), EDITED);
  expect(await transcribe('--out', out, '--again')).toMatchObject({ code: 1 });
  expect((await app.client.listTranscriptions()).data).toHaveLength(1);
});
