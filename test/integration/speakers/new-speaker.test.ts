import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TranscriptEdit } from '../../../src/shared/transcription/editing.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

const LINES = ['The garden is quiet.', 'Anna sees the door.', 'Ben opens it.', 'It is dark.'];

let app: TestApp;
let dataDir: string;
let ids: string[];
let id = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const story = { windows: [LINES], speakers: ['Speaker 1', 'Speaker 2'] };
  ids = await storeTranscripts(
    dataDir,
    Array.from({ length: 12 }, (_, at) => ({ title: `Story ${at}`, ...story })),
  );
  app = await startTestApp({ dataDir });
});
beforeEach(() => {
  id = ids.pop() ?? '';
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const now = () => app.keyClient.getTranscription(id);
const edit = async (...edits: TranscriptEdit[]) =>
  app.keyClient.editTranscript(id, { revision: (await now()).revision, edits });
const back = async (way: 'undoEdit' | 'redoEdit') =>
  app.keyClient[way](id, { revision: (await now()).revision });
const give = (first: number, speaker_id: number, name?: string | null): TranscriptEdit => ({
  op: 'speaker',
  first,
  last: first,
  speaker_id,
  ...(name !== undefined && { name }),
});
const said = async () => (await now()).result?.segments.map(({ speaker }) => speaker);

test('a new speaker gets a sentence and a name in one step, which Undo takes back as one', async () => {
  const before = await now();
  const given = await edit(give(1, 3, ' Ana   Müller '));
  expect(given.speakers.map(({ name, label }) => name ?? label)).toEqual([
    'Speaker 1',
    'Speaker 2',
    'Ana Müller',
  ]);
  expect(given.changes[0]?.segments[0]).toMatchObject({ speaker: 'Ana Müller', speaker_id: 3 });
  const { data } = await app.keyClient.getHistory(id);
  expect(data.map(({ kind }) => kind)).toEqual(['speaker']);
  await back('undoEdit');
  expect((await now()).result).toEqual(before.result);
  await back('redoEdit');
  expect(await said()).toEqual(['Speaker 1', 'Ana Müller', 'Speaker 1', 'Speaker 2']);
});

test('the name that was taken back does not stay with the number', async () => {
  await edit(give(1, 3, 'Ana'));
  await back('undoEdit');
  await edit(give(2, 3));
  expect((await said())?.[2]).toBe('Speaker 3');
});

test('somebody who says nothing any more makes room for a new speaker, and comes back by Undo', async () => {
  await edit(give(1, 3, 'Ana'));
  await edit(give(1, 2));
  await edit(give(3, 3, 'Bo'));
  expect((await said())?.[3]).toBe('Bo');
  await back('undoEdit');
  await back('undoEdit');
  expect((await said())?.[1]).toBe('Ana');
  await edit(give(1, 2));
  await edit(give(3, 3, null));
  expect((await said())?.[3]).toBe('Speaker 3');
});

test('several sentences and several new speakers may be given at once', async () => {
  await edit(give(0, 3, 'Ana'), give(1, 4, 'Bo'), give(2, 3, 'Ana'), give(3, 3));
  expect(await said()).toEqual(['Ana', 'Bo', 'Ana', 'Ana']);
  await edit(give(1, 3, 'Ana'));
  expect(await said()).toEqual(['Ana', 'Ana', 'Ana', 'Ana']);
});

test('the same request is made only once', async () => {
  const { revision } = await now();
  const sent = { revision, edits: [give(1, 3, 'Ana')], request: 'once' };
  await app.keyClient.editTranscript(id, sent);
  await edit(give(1, 2));
  expect(await app.keyClient.editTranscript(id, sent)).toMatchObject({ replayed: true });
  expect((await said())?.[1]).toBe('Speaker 2');
});

test('of two at once the second is refused, and nobody is renamed by it', async () => {
  const { revision } = await now();
  const sent = (name: string) =>
    app.keyClient.editTranscript(id, { revision, edits: [give(1, 3, name)] });
  const made = await Promise.allSettled([sent('Ana'), sent('Bo')]);
  const refused = made.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'edited_elsewhere' });
  const names = (await now()).result?.speakers.map(({ name }) => name);
  expect(names).toEqual([null, null, made[0]?.status === 'fulfilled' ? 'Ana' : 'Bo']);
  await expect(edit(give(2, 3, 'Cleo'))).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Speaker 3 is not new'),
  });
});

test.each([
  ['300 characters', 'a'.repeat(300)],
  ['two lines', 'Ana\nBo'],
  ['nothing to be seen', '\u200b'],
])('a name of %s is refused, and the sentence stays where it is', async (_what, name) => {
  const before = (await app.keyClient.getTranscription(ids[0] ?? '')).revision;
  const sent = { revision: before, edits: [give(1, 3, name)] };
  await expect(app.keyClient.editTranscript(ids[0] ?? '', sent)).rejects.toMatchObject({
    status: 400,
  });
  expect((await app.keyClient.getTranscription(ids[0] ?? '')).revision).toBe(before);
});
