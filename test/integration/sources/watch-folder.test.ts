import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { CreateProjectInput } from '../../../src/shared/projects.ts';
import { sampleFile, serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { canMakeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
let folder: string;
let app: TestApp;

beforeEach(async () => {
  base = await makeTempFolder();
  folder = join(base, 'watched');
  await mkdir(join(folder, 'below'), { recursive: true });
});
afterEach(async () => {
  await app.stop();
  await rm(base, { recursive: true, force: true });
});

/** On the data folder of the test; without work, what is taken in waits for ever. */
async function start(options: { work: boolean; engineFile?: string }): Promise<void> {
  app = await startTestApp({ dataDir: join(base, 'data'), ...options }, { tasks: ONE_VOICE });
}

/** Different recordings as far as anybody can tell by their bytes. */
const recording = (mark: string) => Buffer.concat([shortBytes(), Buffer.from(mark)]);
const titles = async () =>
  (await app.client.listTranscriptions({ limit: 100 })).data
    .map(({ source }) => source.title)
    .sort();
const taken = (name: string) => until(async () => (await titles()).includes(name));
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

describe('what is taken in', () => {
  beforeEach(() => start({ work: false }));

  test('takes in what is there and what comes, each once, also over restarts', async () => {
    await writeFile(join(folder, 'there.mp3'), recording('there'));
    await app.client.updateSettings({ watch_folder: folder });
    await taken('there.mp3');
    await writeFile(join(folder, 'below', 'Came Later.WAV'), recording('later'));
    await taken('Came Later.WAV');
    expect(await app.client.getWatchFolder()).toEqual({
      folder,
      state: 'watching',
      skipped: null,
      problem: null,
    });
    await app.stop();
    await start({ work: false });
    await writeFile(join(folder, 'new.mp3'), recording('new'));
    await taken('new.mp3');
    expect(await titles()).toEqual(['Came Later.WAV', 'new.mp3', 'there.mp3']);
  });

  test('leaves alone what is no recording, hidden, empty, unfinished, or known by its bytes', async () => {
    await app.client.updateSettings({ watch_folder: folder });
    await writeFile(join(folder, 'first.mp3'), recording('first'));
    await taken('first.mp3');
    await copyFile(join(folder, 'first.mp3'), join(folder, 'copy of first.mp3'));
    await writeFile(join(folder, 'notes.txt'), 'These are notes.');
    await writeFile(join(folder, '.hidden.mp3'), recording('hidden'));
    await mkdir(join(folder, '$RECYCLE.BIN'));
    await writeFile(join(folder, '$RECYCLE.BIN', 'deleted.mp3'), recording('deleted'));
    await writeFile(join(folder, 'empty.mp3'), '');
    // A browser keeps the bytes beside a placeholder of the final name until it has them all.
    await writeFile(join(folder, 'download.mp3'), 'x');
    await writeFile(join(folder, 'download.mp3.part'), recording('download'));
    await writeFile(join(folder, 'last.mp3'), recording('last'));
    await taken('last.mp3');
    expect(await titles()).toEqual(['first.mp3', 'last.mp3']);
    await rename(join(folder, 'download.mp3.part'), join(folder, 'download.mp3'));
    await taken('download.mp3');
  });

  test.skipIf(!canMakeDisk)(
    'what is on a stick that is put in at its path is taken in, too, and what is there once it is pulled',
    async () => {
      const stick = join(base, 'stick');
      await mkdir(stick);
      await writeFile(join(stick, 'stick.mp3'), recording('stick'));
      await app.client.updateSettings({ watch_folder: folder });
      await writeFile(join(folder, 'first.mp3'), recording('first'));
      await taken('first.mp3');
      execFileSync('mount', ['--bind', stick, folder]);
      onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
      await taken('stick.mp3');
      execFileSync('umount', ['--lazy', folder]);
      await writeFile(join(folder, 'later.mp3'), recording('later'));
      await taken('later.mp3');
      expect(await titles()).toEqual(['first.mp3', 'later.mp3', 'stick.mp3']);
    },
  );

  test('says what is wrong with a folder, and is only for the window', async () => {
    for (const path of ['watched', join(folder, 'nowhere'), sampleFile]) {
      await expect(app.client.updateSettings({ watch_folder: path })).rejects.toMatchObject({
        param: 'watch_folder',
      });
    }
    expect(await app.client.getWatchFolder()).toMatchObject({ state: 'off' });
    await app.client.updateSettings({ watch_folder: folder });
    await rm(folder, { recursive: true });
    expect(await app.client.getWatchFolder()).toMatchObject({ state: 'missing' });
    const headers = { authorization: `Bearer ${app.key}` };
    expect((await ask(`${app.url}/v1/watch-folder`, { headers })).status).toBe(403);
  });

  test('the same upload with the same options is found again when that is asked for', async () => {
    const upload = async () =>
      (await app.client.uploadFile(new Blob([recording('x')]), 'x.mp3')).url;
    const create = async (options: { reuse?: boolean; language?: string } = {}) =>
      app.client.createTranscription({ url: await upload(), ...options });
    const first = await create();
    expect((await create({ reuse: true })).id).toBe(first.id);
    expect((await create()).id).not.toBe(first.id);
    expect((await create({ reuse: true, language: 'de' })).id).not.toBe(first.id);
    const other = await app.keyClient.createTranscription({ url: await upload(), reuse: true });
    expect(other.id).not.toBe(first.id);
  });

  test('the same link is found again, unless what was made of it failed', async () => {
    const origin = await serveRecordings({ '/talk.mp3': recording('talk') });
    const url = `${origin.url}/talk.mp3`;
    const first = await app.client.createOrFindTranscription({ url });
    expect(first.found).toBe(false);
    const again = await app.client.createOrFindTranscription({ url });
    expect(again).toMatchObject({ found: true, transcription: { id: first.transcription.id } });
    await app.client.cancelTranscription(first.transcription.id);
    expect(await app.client.createOrFindTranscription({ url })).toMatchObject({ found: false });
    await origin.close();
  });
});

describe('what is transcribed', () => {
  const arrived = async (name: string) => {
    await writeFile(join(folder, name), recording(name));
    await taken(name);
    const { data } = await app.client.listTranscriptions({ limit: 100 });
    const found = data.find(({ source }) => source.title === name);
    return finished(app.client, found?.id ?? '');
  };

  const project = async (options: Omit<CreateProjectInput, 'name'>) =>
    (await app.client.createProject({ name: 'Watch folder', ...options })).id;

  test('it goes into its project, with the names and spellings of that before those of all recordings', async () => {
    await start({ work: true });
    const watch_project_id = await project({
      vocabulary: ['Kubernetes', 'Zoë'],
      spelling: [{ from: ['garden'], to: 'Gertrude' }],
    });
    await app.client.updateSettings({
      watch_folder: folder,
      watch_project_id,
      vocabulary: ['Aarhus', 'Zoë'],
      spelling: [{ from: ['garden', 'quiet'], to: 'Everywhere' }],
    });
    const done = await arrived('meeting.mp3');
    expect(done.project_id).toBe(watch_project_id);
    expect(done.options.vocabulary).toEqual(['Kubernetes', 'Zoë', 'Aarhus']);
    expect(done.options.spelling).toEqual([
      { from: ['garden'], to: 'Gertrude' },
      { from: ['quiet'], to: 'Everywhere' },
    ]);
    expect(done.result?.text).toContain('Everywhere Gertrude');

    const { url } = await app.client.uploadFile(new Blob([recording('upload')]), 'upload.mp3');
    const other = await transcribe(app.client, { url });
    expect(other.options.vocabulary).toEqual(['Aarhus', 'Zoë']);
    expect(other.result?.text).not.toContain('Gertrude');
  });

  test('those of the project come whole, the others as far as there is room', async () => {
    // What is said does not count here.
    const engineFile = await writeProgram(join(base, 'engine'), quickEngine);
    await start({ work: true, engineFile });
    const spelled = (name: string, count: number) =>
      numbered(name, count).map((from) => ({ from: [from], to: `right ${from}` }));
    const watch_project_id = await project({
      vocabulary: numbered('project', 70),
      spelling: spelled('project', 90),
    });
    await app.client.updateSettings({
      watch_folder: folder,
      watch_project_id,
      vocabulary: numbered('all', 60),
      spelling: spelled('all', 150),
    });
    const { id, options } = await arrived('full.mp3');
    expect(options.vocabulary).toEqual([...numbered('project', 70), ...numbered('all', 30)]);
    expect(options.spelling).toEqual([...spelled('project', 90), ...spelled('all', 110)]);
    // Nothing of this stands in the way of another version.
    const again = await app.client.transcribeAgain(id, { structure: false });
    expect(again.options.vocabulary).toEqual(options.vocabulary);
    expect((await app.client.getWatchFolder()).problem).toBeNull();
  });

  test('when its project is deleted, what comes goes into none', async () => {
    await start({ work: false });
    const watch_project_id = await project({});
    await app.client.updateSettings({ watch_folder: folder, watch_project_id });
    await writeFile(join(folder, 'before.mp3'), recording('before'));
    await taken('before.mp3');
    await app.client.deleteProject(watch_project_id);
    await writeFile(join(folder, 'after.mp3'), recording('after'));
    await taken('after.mp3');
    expect((await app.client.getSettings()).watch_project_id).toBeNull();
    const { data } = await app.client.listTranscriptions({ project_id: 'none' });
    expect(data.map(({ source }) => source.title)).toEqual(['after.mp3', 'before.mp3']);
    expect((await app.client.getWatchFolder()).problem).toBeNull();
    const gone = app.client.updateSettings({ watch_project_id });
    await expect(gone).rejects.toMatchObject({ param: 'watch_project_id' });
  });
});
