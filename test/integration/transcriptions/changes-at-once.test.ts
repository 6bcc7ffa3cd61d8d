/** Two people, or two windows of one, change a transcript at the same moment: what is checked is still so when it is written. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditedTranscript, History } from '../../../src/shared/transcription/editing.ts';
import type { VoiceList } from '../../../src/shared/transcription/speakers.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { storeEditedTranscripts } from '../../helpers/corpus/edited-transcripts.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';

let dataDir: string;
let app: QuietApp;
let fresh: string[];
let plain: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const [unstructured = ''] = await storeTranscripts(dataDir, [
    { title: 'Plain', windows: [['One.']] },
  ]);
  plain = `/v1/transcriptions/${unstructured}`;
  fresh = await storeEditedTranscripts(dataDir, 40);
  app = await openQuietApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

/** One that no test has touched: `Bo` can be undone, a text redone. */
const untouched = () => `/v1/transcriptions/${fresh.pop()}`;
const now = async (path: string) => (await app.ask('GET', path)) as Transcription;
const stepsOf = async (path: string) => (await app.ask('GET', `${path}/history`)) as History;
const post = async (path: string, body: object) => {
  const answer = await app.send('POST', path, JSON.stringify(body));
  return { status: answer.status, body: (await answer.json()) as EditedTranscript & Failure };
};
type Failure = { error?: { code: string } };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A name is undone, a text redone. */
describe.each(['undo', 'redo'] as const)('of six that %s a step with one revision', (way) => {
  test('one does, and five are told that it was edited elsewhere', async () => {
    const path = untouched();
    const { revision } = await now(path);
    const answers = await Promise.all(
      times(6).map(() => post(`${path}/history/${way}`, { revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const codes = answers.flatMap(({ body }) => body.error?.code ?? []);
    expect(codes).toEqual(times(5).map(() => 'edited_elsewhere'));
    const undone = (await stepsOf(path)).data.map((step) => step.undone);
    expect(undone).toEqual(way === 'undo' ? [true, true, false] : [false, false, false]);
  });
});

test('names given at once are steps one after the other, back to the first', async () => {
  for (const _ of times(15)) {
    const path = untouched();
    const names = ['Cy', 'Di', 'Ed'];
    await Promise.all(
      names.map((name) =>
        app.send('PATCH', `${path}/speakers/2`, JSON.stringify({ name, remember: true })),
      ),
    );
    expect((await stepsOf(path)).data.map(({ kind }) => kind)).toEqual([
      ...['name', 'name', 'name'],
      ...['name', 'text'],
    ]);
    const last = (await now(path)).result?.speakers[1]?.name;
    const { data } = (await app.ask('GET', '/v1/voices')) as VoiceList;
    expect(data.map(({ name }) => name)).toEqual([last]);
    for (const _step of names) {
      await post(`${path}/history/undo`, { revision: (await now(path)).revision });
    }
    expect((await now(path)).result?.speakers[1]?.name).toBe('Bo');
    await app.send('PATCH', `${path}/speakers/2`, JSON.stringify({ name: null }));
  }
});

test('one request sent six times at once is made once, and answered six times', async () => {
  const path = untouched();
  const { revision } = await now(path);
  const edits = [{ op: 'split', id: 0, offset: 3 }];
  const answers = await Promise.all(
    times(6).map(() => post(`${path}/edits`, { revision, edits, request: 'once' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(times(6).map(() => 200));
  expect(answers.filter(({ body }) => !body.replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(1);
  expect((await stepsOf(path)).data.map(({ kind }) => kind)).toEqual(['split', 'name', 'text']);
});

test('an edit that changes nothing uses its revision up too', async () => {
  const { revision } = await now(plain);
  const edits = [{ op: 'text', id: 0, text: 'One.' }];
  const answers = await Promise.all(
    times(3).map(() => post(`${plain}/edits`, { revision, edits })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('of two voices that get one name at once the second is refused', async () => {
  const path = untouched();
  for (const [number, name] of ['Anna', 'Bo'].entries()) {
    const body = JSON.stringify({ name, remember: true });
    await app.send('PATCH', `${path}/speakers/${number + 1}`, body);
  }
  const { data } = (await app.ask('GET', '/v1/voices')) as VoiceList;
  const answers = await Promise.all(
    data.map(({ id }) => app.send('PATCH', `/v1/voices/${id}`, JSON.stringify({ name: 'Cy' }))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
