import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HighlightList, TextHighlight } from '../../../src/shared/highlights/highlight.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { storeTalk } from '../../helpers/corpus/talk-in-words.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';

const SAID = [
  { text: 'We met Anna today.', startMs: 0 },
  { text: 'She was late again.', startMs: 2000, speaker: 'Speaker 2' },
  // At the same time as the one before.
  { text: 'Was she really?', startMs: 2200, speaker: 'Speaker 1' },
  { text: 'That is all.', startMs: 6000 },
];

let dataDir: string;
let app: QuietApp;
let talk: string;
let unfinished: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  talk = await storeTalk(dataDir, SAID);
  unfinished = await storeTalk(dataDir, SAID, { finished: false });
  app = await openQuietApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

const path = (id = talk) => `/v1/transcriptions/${id}/highlights`;
const list = async () => ((await app.ask('GET', path())) as HighlightList).data;
const mark = async (body: object) => (await app.ask('POST', path(), body)) as TextHighlight;
const change = async ({ id, revision }: TextHighlight, body: object) =>
  (await app.ask('PATCH', `${path()}/${id}`, { revision, ...body })) as TextHighlight;
const refused = async (method: string, body?: object, where = path()) => {
  const answer = await app.send(method, where, body && JSON.stringify(body));
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return { status: answer.status, ...error };
};
const edit = async (...edits: object[]) => {
  const { revision } = (await app.ask('GET', `/v1/transcriptions/${talk}`)) as Transcription;
  const answer = await app.send(
    'POST',
    `/v1/transcriptions/${talk}/edits`,
    JSON.stringify({ revision, edits }),
  );
  expect(answer.status).toBe(200);
};
const undo = async () => {
  const { revision } = (await app.ask('GET', `/v1/transcriptions/${talk}`)) as Transcription;
  await app.ask('POST', `/v1/transcriptions/${talk}/history/undo`, { revision });
};

beforeEach(async () => {
  for (const { id } of await list()) await app.send('DELETE', `${path()}/${id}`);
});

test('marked words are listed in order of time, with their comment, color, segments and speaker', async () => {
  await mark({ start: 6, end: 7.2, color: 'pink' });
  const made = await mark({ start: 0.45, end: 1.15, comment: 'Who is she?\r\nAsk.  ' });
  expect(made).toMatchObject({
    start: 0.4,
    end: 1.2,
    text: 'met Anna',
    quote: 'met Anna',
    color: 'yellow',
    comment: 'Who is she?\nAsk.',
    segment_ids: [0],
    speaker: 'Speaker 1',
    revision: 0,
  });
  expect(made.id).toMatch(/^hl_\w{22}$/);
  expect((await list()).map(({ text, color }) => [text, color])).toEqual([
    ['met Anna', 'yellow'],
    ['That is all.', 'pink'],
  ]);
  expect((await list())[0]).toEqual(made);
});

test('a change names the revision it is based on, and one that comes too late changes nothing', async () => {
  const made = await mark({ start: 0, end: 1, comment: 'One' });
  const changed = await change(made, { comment: 'Two', color: 'blue' });
  expect(changed).toMatchObject({ comment: 'Two', color: 'blue', revision: 1 });
  const where = `${path()}/${made.id}`;
  const late = await refused('PATCH', { revision: 0, comment: 'Three' }, where);
  expect(late).toMatchObject({ status: 409, code: 'edited_elsewhere' });
  expect(late.message).toContain('highlight was changed');
  expect(await refused('DELETE', undefined, `${where}?revision=0`)).toMatchObject({ status: 409 });
  expect(await list()).toEqual([changed]);
  expect(await change(changed, { comment: ' \n ' })).toMatchObject({ comment: null, revision: 2 });
});

test('of two people who talk at once, the quoted one is marked', async () => {
  const span = { start: 2.2, end: 3.4 };
  expect(await mark(span)).toMatchObject({ segment_ids: [1, 2] });
  expect(await mark({ ...span, quote: 'Was she really?' })).toMatchObject({
    text: 'Was she really?',
    segment_ids: [2],
    speaker: 'Speaker 1',
  });
});

describe('when the text is edited', () => {
  test('it follows its words: corrected, cut in two, joined, and back again', async () => {
    await mark({ start: 0.4, end: 1.6, comment: 'Kept' });
    await edit({ op: 'text', id: 0, text: 'Yesterday we met Hanna Meier today.' });
    expect(await list()).toMatchObject([
      { text: 'met Hanna Meier today.', quote: 'met Anna today.' },
    ]);
    await edit({ op: 'split', id: 0, offset: 'Yesterday we met'.length });
    expect(await list()).toMatchObject([{ segment_ids: [0, 1], text: 'met Hanna Meier today.' }]);
    await edit({ op: 'join', id: 1 });
    expect(await list()).toMatchObject([{ segment_ids: [0] }]);
    for (let step = 0; step < 3; step++) await undo();
    expect(await list()).toMatchObject([{ text: 'met Anna today.', comment: 'Kept' }]);
  });

  test('without its words it stays with what was said, and comes back with them', async () => {
    await mark({ start: 6, end: 7.2, comment: 'Kept' });
    await edit({ op: 'text', id: 3, text: '' });
    expect(await list()).toMatchObject([
      { text: '', quote: 'That is all.', segment_ids: [], speaker: null, comment: 'Kept' },
    ]);
    await undo();
    expect(await list()).toMatchObject([{ text: 'That is all.' }]);
  });

  test('what was removed can be made again as it was, also where its words are gone', async () => {
    await edit({ op: 'text', id: 3, text: '' });
    const again = { start: 6, end: 7.2, quote: 'That is all.', comment: 'Back' };
    expect(await mark(again)).toMatchObject({ ...again, text: '' });
    await undo();
  });
});

test('what cannot be marked is refused with a sentence', async () => {
  const wrong = async (body: object) => await refused('POST', body);
  expect((await wrong({ start: 20, end: 30 })).message).toContain('Nothing is said there');
  expect((await wrong({ start: 2, end: 1 })).message).toContain('must be later than start');
  expect((await wrong({ start: 0, end: 1, color: 'red' })).message).toContain('yellow, green');
  expect((await wrong({ start: 0, end: 1, comment: 'x'.repeat(10_000) })).message).toBe(
    'comment must be at most 5,000 characters.',
  );
  expect(await refused('POST', { start: 0, end: 1 }, path(unfinished))).toMatchObject({
    status: 409,
    code: 'wrong_state',
  });
  expect(await refused('GET', undefined, path('trs_none'))).toMatchObject({ status: 404 });
  expect(await refused('DELETE', undefined, `${path()}/hl_none`)).toMatchObject({ status: 404 });
  expect(await list()).toEqual([]);
});

test('any characters of a comment stay, but those that no file may hold', async () => {
  const comment = 'שלום 👩‍👩‍👧 =cmd|x!A0 <b>&\tnext\nline';
  expect(await mark({ start: 0, end: 1, comment: `\0${comment}\u0007` })).toMatchObject({
    comment,
  });
});
