/** Projects: made, renamed, filled, emptied and deleted, by the window and by keys. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;
let ids: string[];

beforeAll(async () => {
  dataDir = await makeTempFolder();
  ids = await storeTranscripts(
    dataDir,
    ['One', 'Two', 'Three'].map((title) => ({ title, windows: [['The same words.']] })),
  );
  app = await startTestApp({ dataDir, work: false });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const keyFor = async (options: { scope: 'own' | 'all' | 'read'; test?: boolean }) =>
  createClient({
    baseUrl: app.url,
    key: (await app.client.createKey({ name: options.scope, ...options })).key,
  });
const named = async (name: string) => (await app.client.createProject({ name })).id;
const namesFor = async ({ client }: { client: Pick<TestApp['client'], 'listProjects'> }) =>
  (await client.listProjects()).data.map(({ name }) => name);
const titles = async (project_id: string) =>
  (await app.client.listTranscriptions({ project_id })).data.map(({ source }) => source.title);

test.each(['x'.repeat(101), '', ' \u202e ', 'two\nlines'])('%j is no name', async (name) => {
  const made = app.client.createProject({ name });
  await expect(made).rejects.toMatchObject({ code: 'invalid_request', param: 'name' });
});

test('a name is one of a kind among those of its owner, in any case', async () => {
  const id = await named('Straße 🎙️');
  await expect(named('STRASSE 🎙️')).rejects.toMatchObject({ code: 'project_exists' });
  const other = await named('مقابلات');
  const renamed = app.client.updateProject(other, { name: 'straße  🎙️' });
  await expect(renamed).rejects.toMatchObject({ code: 'project_exists', param: 'name' });
  expect(await app.client.updateProject(id, { name: 'strasse 🎙️' })).toMatchObject({
    name: 'strasse 🎙️',
  });
  const own = await keyFor({ scope: 'own' });
  expect(await own.createProject({ name: 'مقابلات' })).toMatchObject({ name: 'مقابلات' });
});

test('of two that rename at once both are kept, and of two that make the same only one', async () => {
  const id = await named('Before');
  await Promise.all(['A', 'B'].map((name) => app.client.updateProject(id, { name })));
  expect(['A', 'B']).toContain((await app.client.getProject(id)).name);
  const made = await Promise.allSettled(['Same', 'SAME', 'same'].map(named));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('recordings are in one at most, with their other versions, and lists know it', async () => {
  const [one = '', two = '', three = ''] = ids;
  const [talks, calls] = [await named('Talks'), await named('Calls')];
  expect(await app.client.updateTranscription(one, { project_id: talks })).toMatchObject({
    project_id: talks,
  });
  const moved = await app.client.moveRecordings({ ids: [one, two, 'trs_none'], project_id: calls });
  expect(moved.data.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))).toEqual([
    { id: one, from: talks },
    { id: two, from: null },
  ]);
  expect(await titles(talks)).toEqual([]);
  expect(new Set(await titles(calls))).toEqual(new Set(['One', 'Two']));
  expect(await titles('none')).toEqual(['Three']);
  expect((await app.client.getProject(calls)).recordings).toBe(2);
  const found = await app.client.searchRecordings({ q: 'same', project_id: 'none' });
  expect(found.data.map(({ transcription }) => transcription.id)).toEqual([three]);
  await app.client.trashTranscription(two);
  expect((await app.client.getProject(calls)).recordings).toBe(1);
  await app.client.restoreTranscription(two);

  await app.client.deleteProject(calls);
  expect(new Set(await titles('none'))).toEqual(new Set(['One', 'Two', 'Three']));
  await expect(app.client.getProject(calls)).rejects.toMatchObject({ code: 'not_found' });
  const gone = app.client.moveRecordings({ ids: [one], project_id: calls });
  await expect(gone).rejects.toMatchObject({ code: 'invalid_request', param: 'project_id' });
  const late = app.client.updateTranscription(one, { project_id: calls, title: 'Not this' });
  await expect(late).rejects.toMatchObject({ param: 'project_id' });
  expect((await app.client.getTranscription(one)).source.title).toBe('One');
});

test('a project deleted while recordings are made and moved into it leaves them in none', async () => {
  const [id = ''] = ids;
  for (const round of [1, 2, 3, 4]) {
    const project_id = await named(`Gone ${round}`);
    const create = (at: number) =>
      app.client.createTranscription({
        url: `https://example.com/${round}-${at}.mp3`,
        project_id,
        reuse: false,
      });
    const done = await Promise.allSettled([
      create(1),
      app.client.moveRecordings({ ids: [id], project_id }),
      app.client.transcribeAgain(id, { language: 'de' }),
      create(2),
      app.client.deleteProject(project_id),
      app.client.transcribeAgain(id, { language: 'fr' }),
      create(3),
      create(4),
    ]);
    const refused = done.filter(({ status }) => status === 'rejected');
    for (const one of refused) expect(one).toMatchObject({ reason: { param: 'project_id' } });
    const left = await app.client.listTranscriptions({ limit: 100, versions: 'all' });
    expect(left.data.filter((one) => one.project_id !== null)).toEqual([]);
  }
});

test('a key that sees its own sees its own projects, and one that reads changes none', async () => {
  const id = await named('Of the window');
  const [own, all, read] = await Promise.all(
    (['own', 'all', 'read'] as const).map((scope) => keyFor({ scope })),
  );
  if (!own || !all || !read) throw new Error('no keys');
  await own.createProject({ name: 'Of the key' });
  expect(await namesFor({ client: own })).toEqual(['Of the key']);
  for (const client of [all, read, app.client]) {
    expect(await namesFor({ client })).toEqual(
      expect.arrayContaining(['Of the key', 'Of the window']),
    );
  }
  expect(await namesFor({ client: await keyFor({ scope: 'all', test: true }) })).toEqual([]);
  for (const attempt of [
    () => own.getProject(id),
    () => own.updateProject(id, { name: 'Mine' }),
    () => own.deleteProject(id),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  }
  const url = 'https://example.com/a.mp3';
  const put = own.createTranscription({ url, project_id: id });
  await expect(put).rejects.toMatchObject({ code: 'invalid_request', param: 'project_id' });
  for (const attempt of [
    () => read.createProject({ name: 'New' }),
    () => read.updateProject(id, { name: 'New' }),
    () => read.deleteProject(id),
    () => read.moveRecordings({ ids, project_id: id }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('only the window says where on this machine files are written, and sees it', async () => {
  const all = await keyFor({ scope: 'all' });
  const auto_export = { formats: ['txt' as const], folder: '/nowhere' };
  const asked = all.createProject({ name: 'By a key', auto_export });
  await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  const wrong = app.client.createProject({ name: 'Nowhere', auto_export });
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request', param: 'auto_export' });
  const folder = await makeTempFolder();
  const { id } = await app.client.createProject({
    name: 'Somewhere',
    auto_export: { ...auto_export, folder },
  });
  expect((await all.getProject(id)).auto_export).toBeNull();
  await all.updateProject(id, { vocabulary: ['Zoë'] });
  const taken = all.updateProject(id, { name: 'Elsewhere', auto_export: null });
  await expect(taken).rejects.toMatchObject({ code: 'forbidden', param: 'auto_export' });
  const theirs = await all.createProject({ name: 'Of a key' });
  await all.updateProject(theirs.id, { name: 'Theirs', auto_export: null });
  expect((await app.client.getProject(id)).auto_export).toMatchObject({ folder });
  await rm(folder, { recursive: true });
});
