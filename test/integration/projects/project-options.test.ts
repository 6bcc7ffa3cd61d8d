/** What a project gives the recordings in it: language, model, names, spellings and files. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { parakeetModel } from '../../helpers/engines/parakeet-model.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
let app: TestApp;

beforeEach(async () => {
  base = await makeTempFolder();
});
afterEach(async () => {
  await app.stop();
  await rm(base, { recursive: true, force: true });
});

async function start({ work }: { work: boolean }): Promise<void> {
  const engineFile = await writeProgram(join(base, 'engine'), quickEngine);
  app = await startTestApp({ dataDir: join(base, 'data'), work, engineFile }, { tasks: ONE_VOICE });
}
const upload = async (mark: string) =>
  (await app.client.uploadFile(new Blob([shortBytes(), mark]), `${mark}.mp3`)).url;

test('the request decides, then the project, then the settings', async () => {
  await start({ work: false });
  await app.client.updateSettings({ language: 'fr', vocabulary: ['Aarhus'] });
  const { id } = await app.client.createProject({
    name: 'Podcast',
    language: 'de',
    model: 'demo',
    vocabulary: ['Zoë'],
    spelling: [{ from: ['zoey'], to: 'Zoë' }],
  });
  const given = { url: await upload('one'), project_id: id };
  const one = await app.client.createTranscription(given);
  expect(one.project_id).toBe(id);
  expect(one.options).toMatchObject({
    language: 'de',
    model: 'demo',
    vocabulary: ['Zoë', 'Aarhus'],
    spelling: [{ from: ['zoey'], to: 'Zoë' }],
  });
  const two = await app.client.createTranscription({
    ...given,
    language: 'auto',
    vocabulary: ['Ana'],
  });
  expect(two.options).toMatchObject({ language: null, vocabulary: ['Ana', 'Zoë', 'Aarhus'] });
  const none = await app.client.createTranscription({ url: given.url });
  expect(none).toMatchObject({ project_id: null, options: { language: 'fr', model: null } });
  const quoted = await app.client.quoteTranscription(given);
  expect(quoted.model).toBe('demo');
});

test('a project outlives its model, and takes no other that is not there', async () => {
  app = await startTestApp({ dataDir: join(base, 'data'), work: false });
  const make = app.client.createProject({ name: 'A', model: 'nowhere' });
  await expect(make).rejects.toMatchObject({ code: 'invalid_request', param: 'model' });
  const bytes = new Blob([new Uint8Array(parakeetModel())]);
  await app.client.importModel(bytes, { filename: 'other.bin', confirmed: true });
  const { id } = await app.client.createProject({ name: 'A', model: 'other' });
  const modelNow = async () => {
    const given = { url: await upload('one'), project_id: id };
    const made = await app.client.createTranscription(given);
    await app.client.cancelTranscription(made.id);
    return made.options.model;
  };
  expect(await modelNow()).toBe('other');
  await app.client.deleteModel('other');
  expect(await modelNow()).toBeNull();
  expect((await app.client.getProject(id)).model).toBe('other');
});

test('what is found again goes into the project asked for, unless it is in another', async () => {
  await start({ work: false });
  const [a, b] = await Promise.all(
    ['A', 'B'].map(async (name) => (await app.client.createProject({ name })).id),
  );
  const { id } = await app.client.createTranscription({ url: await upload('same') });
  for (const project_id of [a, b]) {
    const found = await app.client.createOrFindTranscription({
      url: await upload('same'),
      project_id: project_id ?? null,
    });
    expect(found).toMatchObject({ found: true, transcription: { id, project_id: a } });
  }
});

test('a recording goes on with its options when its project is deleted meanwhile', async () => {
  await start({ work: false });
  const { id } = await app.client.createProject({ name: 'Gone', vocabulary: ['Zoë'] });
  const made = await app.client.createTranscription({ url: await upload('one'), project_id: id });
  await app.client.deleteProject(id);
  await app.stop();
  await start({ work: true });
  const done = await finished(app.client, made.id);
  expect(done).toMatchObject({
    status: 'completed',
    project_id: null,
    options: { vocabulary: ['Zoë'] },
  });
});

test('versions are in one project, and the project now counts for another version', async () => {
  await start({ work: true });
  const first = await app.client.createTranscription({ url: await upload('one') });
  await finished(app.client, first.id);
  const { id } = await app.client.createProject({ name: 'Later', vocabulary: ['Zoë'] });
  await app.client.updateTranscription(first.id, { project_id: id });
  const again = await app.client.transcribeAgain(first.id, { structure: false });
  expect(again).toMatchObject({ project_id: id, options: { vocabulary: ['Zoë'] } });
  await app.client.updateTranscription(again.id, { project_id: null });
  expect((await app.client.getTranscription(first.id)).project_id).toBeNull();
});

test('its files are written instead of those of the settings', async () => {
  await start({ work: true });
  const [usual, own] = [await makeTempFolder(), await makeTempFolder()];
  const to = (folder: string, format: 'txt' | 'srt') => ({ formats: [format], folder });
  await app.client.updateSettings({ auto_export: to(usual, 'txt') });
  const { id } = await app.client.createProject({ name: 'Own', auto_export: to(own, 'srt') });
  const plain = await app.client.createProject({ name: 'Plain' });
  for (const [mark, project_id] of [
    ['in', id],
    ['plain', plain.id],
    ['out', null],
  ] as const) {
    const made = await app.client.createTranscription({ url: await upload(mark), project_id });
    await finished(app.client, made.id);
  }
  const endings = async (folder: string) =>
    (await readdir(folder))
      // What is still being written has a name with a dot.
      .filter((name) => !name.startsWith('.'))
      .map((name) => name.replace(/^.* /, ''))
      .toSorted();
  await until(async () => (await endings(usual)).length === 2 && (await endings(own)).length === 1);
  expect(await endings(own)).toEqual(['in.srt']);
  expect(await endings(usual)).toEqual(['out.txt', 'plain.txt']);
  await app.client.updateSettings({ auto_export: null });
  const made = await app.client.createTranscription({ url: await upload('alone'), project_id: id });
  await finished(app.client, made.id);
  await until(async () => (await endings(own)).length === 2);
  for (const folder of [usual, own]) await rm(folder, { recursive: true });
});
