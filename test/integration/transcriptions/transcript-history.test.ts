import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptEdit } from '../../../src/shared/transcription/editing.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleBytes, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { ask, startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;
let transcribed: Transcription;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/sample.mp3': sampleBytes() });
  transcribed = await transcribe(app.keyClient, { url: `${origin.url}/sample.mp3` });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const now = () => app.client.getTranscription(transcribed.id);
const textsOf = ({ result }: Transcription) => result?.segments.map(({ text }) => text) ?? [];
const wordsOf = ({ result }: Transcription) => result?.segments.flatMap(({ words }) => words) ?? [];
const edit = async (...edits: TranscriptEdit[]) => {
  const { revision } = await now();
  return app.keyClient.editTranscript(transcribed.id, { revision, edits });
};
const back = async (way: 'undoEdit' | 'redoEdit') => {
  const { revision } = await now();
  return app.keyClient[way](transcribed.id, { revision });
};
/** Where the second word of a segment begins. */
const secondWord = (transcription: Transcription, id: number) =>
  (textsOf(transcription)[id] ?? '').indexOf(' ') + 1;

describe('a sentence', () => {
  test('is not split within a character, which would be lost', async () => {
    const before = await now();
    await edit({ op: 'text', id: 1, text: '😀😀 yes' });
    const within = edit({ op: 'split', id: 1, offset: 1 });
    await expect(within).rejects.toMatchObject({ code: 'invalid_request' });
    await edit({ op: 'split', id: 1, offset: 2 });
    expect(textsOf(await now()).slice(1, 3)).toEqual(['😀', '😀 yes']);
    for (const _ of ['split', 'text']) await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });

  test('is not the last of a passage that begins after it', async () => {
    for (const op of [
      { op: 'speaker', first: 2, last: 1, speaker_id: 1 },
      { op: 'heard', first: 2, last: 1 },
    ] as const) {
      const refused = { code: 'invalid_request', param: 'edits.0.last' };
      await expect(edit(op)).rejects.toMatchObject(refused);
    }
  });

  test('is split at a word, which keeps its time, and joined again', async () => {
    const before = await now();
    const offset = secondWord(before, 1);
    const split = await edit({ op: 'split', id: 1, offset });
    const [change] = split.changes;
    expect(split.changes).toHaveLength(1);
    expect(change).toMatchObject({ first: 1, removed: 1 });
    const whole = textsOf(before)[1] ?? '';
    expect(change?.segments.map(({ text }) => text)).toEqual([
      whole.slice(0, offset).trim(),
      whole.slice(offset),
    ]);
    expect(change?.segments.map(({ id, edited }) => ({ id, edited }))).toEqual([
      { id: 1, edited: false },
      { id: 2, edited: false },
    ]);
    const after = await now();
    expect(wordsOf(after)).toEqual(wordsOf(before));
    expect(after.result?.segments.map(({ id }) => id)).toEqual(textsOf(after).map((_, id) => id));
    expect((await ask(after.result?.subtitles.srt ?? '')).status).toBe(200);

    await edit({ op: 'join', id: 2 });
    expect(textsOf(await now())).toEqual(textsOf(before));
    expect(wordsOf(await now())).toEqual(wordsOf(before));
    await back('undoEdit');
    await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });

  test('can be joined over the edge of a window, and searched for as one', async () => {
    const before = await now();
    const last = textsOf(before).length - 1;
    for (let id = last; id > 0; id--) await edit({ op: 'join', id });
    const all = await now();
    expect(textsOf(all)).toEqual([before.result?.text]);
    expect(wordsOf(all)).toEqual(wordsOf(before));
    const word = wordsOf(before).at(-1)?.text.replace(/\W/g, '') ?? '';
    expect((await app.client.search({ q: word })).data).toMatchObject([{ segment_id: 0 }]);
    for (let id = last; id > 0; id--) await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });
});

describe('a paragraph', () => {
  test('begins where a person wants it, and ends where they join it', async () => {
    const before = await now();
    const joined = before.result?.structured?.paragraphs.find(
      ({ segment_ids }) => segment_ids.length > 1,
    );
    const id = joined?.segment_ids[1] ?? -1;
    const begun = await edit({ op: 'paragraph', id, begins: true });
    expect(begun.structured?.paragraphs.map(({ segment_ids }) => segment_ids[0])).toContain(id);
    const ended = await edit({ op: 'paragraph', id, begins: false });
    expect(ended.structured?.paragraphs.map(({ segment_ids }) => segment_ids[0])).not.toContain(id);
    await back('undoEdit');
    await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });
});

describe('selected words', () => {
  test('go to another speaker in one step, and from there on only what one person says', async () => {
    const before = await now();
    const somebody = (before.result?.speakers.length ?? 0) + 1;
    const offset = secondWord(before, 0);
    const given = await edit(
      { op: 'split', id: 0, offset },
      { op: 'speaker', first: 1, last: 1, speaker_id: somebody },
    );
    expect(given.speakers.map(({ id }) => id)).toContain(somebody);
    expect(given.history.undo).toMatchObject({ kind: 'speaker' });
    const { result } = await now();
    const last = (result?.segments.length ?? 0) - 1;
    await edit({ op: 'speaker', first: 0, last, of: 1, speaker_id: somebody });
    const all = (await now()).result?.segments ?? [];
    expect(all.map(({ speaker_id }) => speaker_id)).toEqual(
      result?.segments.map(({ speaker_id }) => (speaker_id === 1 ? somebody : speaker_id)),
    );
    await back('undoEdit');
    await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });
});

describe('the history', () => {
  test('goes back and on through texts, names and voices, and ends with a new edit', async () => {
    const before = await now();
    await edit({ op: 'text', id: 0, text: 'Something else.' });
    await app.client.renameSpeaker(transcribed.id, 1, { name: 'Anna' });
    await app.client.labelSpeakers(transcribed.id, { speakers_expected: 1 });
    const after = await now();
    expect(after.speaker_count).toBe(1);
    const kinds = (await app.client.getHistory(transcribed.id)).data.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['voices', 'name', 'text']);
    for (let step = 0; step < 3; step++) await back('undoEdit');
    const undone = await now();
    expect(undone.result).toEqual(before.result);
    expect(undone.speaker_count).toBe(before.speaker_count);
    for (let step = 0; step < 3; step++) await back('redoEdit');
    expect((await now()).result).toEqual(after.result);
    await expect(back('redoEdit')).rejects.toMatchObject({ code: 'wrong_state' });

    await back('undoEdit');
    const edited = await edit({ op: 'text', id: 1, text: 'A new way.' });
    expect(edited.history).toMatchObject({ undo: { kind: 'text' }, redo: null });
    for (let step = 0; step < 3; step++) await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });

  test('tells of each step what it was about: where, how much, and who', async () => {
    const before = await now();
    const last = textsOf(before).length - 1;
    const fresh = (before.result?.speakers.length ?? 0) + 1;
    const start = (id: number) => before.result?.segments[id]?.start;
    await edit({ op: 'text', id: 1, text: 'Other.' });
    await app.client.renameSpeaker(transcribed.id, 1, { name: 'Anna' });
    await edit({ op: 'speaker', first: last, last, speaker_id: fresh });
    await edit({ op: 'speaker', first: 0, last, of: fresh, speaker_id: 1 });
    await app.client.renameSpeaker(transcribed.id, 1, { name: null });
    const span = { from: 0, to: 1, cues: [{ start: 0.2, end: 1, text: 'Hello' }] };
    const joined = await edit({ op: 'cues', kind: 'cue_join', ...span });
    expect(joined.cues).toMatchObject([span]);
    await app.keyClient.removeCueEdits(transcribed.id);
    const { data } = await app.client.getHistory(transcribed.id);
    const nobody = { name: null, of: null };
    expect(data.slice(0, 7).map(({ kind, about }) => ({ kind, ...about }))).toEqual([
      { kind: 'cue_reset', start: 0.2, count: 1, ...nobody },
      { kind: 'cue_join', start: 0.2, count: 1, ...nobody },
      { kind: 'name', start: null, count: 0, name: null, of: 'Anna' },
      { kind: 'speaker', start: start(last), count: 1, name: 'Anna', of: `Speaker ${fresh}` },
      { kind: 'speaker', start: start(last), count: 1, name: `Speaker ${fresh}`, of: null },
      { kind: 'name', start: null, count: 0, name: 'Anna', of: null },
      { kind: 'text', start: start(1), count: 1, ...nobody },
    ]);
    const undone = await back('undoEdit');
    expect(undone.cues).toMatchObject([span]);
    for (let step = 0; step < 6; step++) await back('undoEdit');
    expect((await now()).result).toEqual(before.result);
  });

  test('is the same request only once', async () => {
    const { revision } = await now();
    const edits: TranscriptEdit[] = [{ op: 'split', id: 0, offset: secondWord(await now(), 0) }];
    const sent = { revision, edits, request: 'once' };
    const first = await app.client.editTranscript(transcribed.id, sent);
    const again = await app.client.editTranscript(transcribed.id, sent);
    expect(again).toMatchObject({ revision: first.revision, replayed: true, changes: [] });
    await back('undoEdit');
  });

  test('knows what a key may only read', async () => {
    const { data } = await app.keyClient.getHistory(transcribed.id);
    expect(data.every(({ made_at }) => Date.parse(made_at) > 0)).toBe(true);
  });
});

describe('the original', () => {
  test('can be seen beside what was made of it, and gone back to, a passage or all of it', async () => {
    const before = await now();
    expect((await app.client.getHeard(transcribed.id)).data).toEqual([]);
    const offset = secondWord(before, 2);
    await edit({ op: 'split', id: 2, offset }, { op: 'text', id: 2, text: 'Split.' });
    await edit({ op: 'text', id: 0, text: 'Changed.' });
    const { data } = await app.client.getHeard(transcribed.id);
    const [first] = textsOf(before);
    expect(data).toMatchObject([
      { first: 0, last: 0, heard: [{ text: first, speaker: 'Speaker 1' }] },
      { first: 2, last: 3, heard: [{ text: textsOf(before)[2] }] },
    ]);
    await edit({ op: 'heard', first: 3, last: 3 });
    expect((await app.client.getHeard(transcribed.id)).data).toMatchObject([{ first: 0, last: 0 }]);
    await edit({ op: 'heard', first: 0, last: textsOf(await now()).length - 1 });
    expect((await now()).result).toEqual(before.result);
    await back('undoEdit');
    expect(textsOf(await now())[0]).toBe('Changed.');
    await back('redoEdit');
  });
});

describe('an edit is refused', () => {
  test('where there is nothing to cut or to join, and changes nothing', async () => {
    const before = await now();
    const wrong: TranscriptEdit[] = [
      { op: 'split', id: 0, offset: 9000 },
      { op: 'join', id: 9000 },
      { op: 'speaker', first: 0, last: 9000, speaker_id: 1 },
      { op: 'speaker', first: 0, last: 0, speaker_id: 19 },
      { op: 'heard', first: 0, last: 9000 },
    ];
    for (const one of wrong) {
      await expect(edit({ op: 'text', id: 0, text: 'Lost.' }, one)).rejects.toMatchObject({
        status: 400,
      });
    }
    expect(await now()).toEqual(before);
  });

  test('and so are undo and redo, when someone else was faster or it was deleted', async () => {
    const { revision } = await now();
    const stale = { revision: revision - 1 };
    await expect(app.client.undoEdit(transcribed.id, stale)).rejects.toMatchObject({
      code: 'edited_elsewhere',
    });
    const gone = await transcribe(app.client, { url: `${origin.url}/sample.mp3` });
    await app.client.deleteTranscription(gone.id);
    const edits: TranscriptEdit[] = [{ op: 'text', id: 0, text: 'Late.' }];
    await expect(
      app.client.editTranscript(gone.id, { revision: gone.revision, edits }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
