/** Names and terms are written as the settings and the request spell them; what was transcribed is kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';

let app: TestApp;
let url: string;
let plain: Transcription;
/** The first two words that are transcribed, without their punctuation. */
let misspelled: [string, string];

beforeAll(async () => {
  app = await startTestApp();
  const { bytes } = asFile(compose(loadPool(), clipsIn('en', 3)));
  ({ url } = await app.client.uploadFile(new Blob([new Uint8Array(bytes)]), 'talk.wav'));
  plain = await transcribe(app.client, { url });
  const words = plain.result?.segments[0]?.words ?? [];
  const bare = (at: number) => words[at]?.text.replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
  misspelled = [bare(0), bare(1)];
});
afterAll(() => app.stop());
beforeEach(() => app.client.updateSettings({ vocabulary: [], spelling: [] }));

describe('a spelling', () => {
  test('of the request is used, keeps times and confidence, and says so', async () => {
    const spelling = [{ from: [misspelled[0].toUpperCase()], to: 'Zoë' }];
    const { result, options, id, revision } = await transcribe(app.client, { url, spelling });
    expect(revision).toBe(plain.revision);
    const [before, now] = [plain.result?.segments[0], result?.segments[0]];
    expect(options.spelling).toEqual(spelling);
    expect(now?.words[0]?.text).toMatch(/^Zoë/);
    expect(now).toMatchObject({ edited: false, flags: ['respelled'], start: before?.start });
    expect(now?.words.map(({ text: _, ...word }) => word)).toEqual(
      before?.words.map(({ text: _, ...word }) => word),
    );
    const original = await app.client.getHeard(id);
    expect(original.data[0]?.heard[0]?.text).toBe(before?.text);
  });

  test('can be undone: the original returns', async () => {
    const { id, revision } = await transcribe(app.client, {
      url,
      spelling: [{ from: [misspelled.join(' ')], to: 'Zoë' }],
    });
    await app.client.editTranscript(id, {
      revision,
      request: 'back',
      edits: [{ op: 'heard', first: 0, last: 0 }],
    });
    const back = await app.client.getTranscription(id);
    expect(back.result?.segments[0]?.text).toBe(plain.result?.segments[0]?.text);
    expect(back.result?.segments[0]?.flags).toEqual(plain.result?.segments[0]?.flags);
  });

  test('of the settings is used too, but the request decides', async () => {
    await app.client.updateSettings({
      vocabulary: ['Aarhus'],
      spelling: [{ from: [misspelled[0], misspelled[1]], to: 'Settings' }],
    });
    const { result, options } = await transcribe(app.client, {
      url,
      vocabulary: ['Zoë', 'Aarhus'],
      spelling: [{ from: [misspelled[0]], to: 'Request' }],
    });
    expect(options.vocabulary).toEqual(['Zoë', 'Aarhus']);
    const words = result?.segments[0]?.words ?? [];
    expect([words[0]?.text, words[1]?.text]).toEqual([
      expect.stringMatching(/^Request/),
      expect.stringMatching(/^Settings/),
    ]);
  });

  test('is kept by another version unless it names others', async () => {
    const spelling = [{ from: [misspelled[0]], to: 'Zoë' }];
    const { id } = await transcribe(app.client, { url, spelling });
    const same = await app.client.transcribeAgain(id, {});
    expect((await finished(app.client, same.id)).result?.text).toContain('Zoë');
    const other = await app.client.transcribeAgain(id, { spelling: [] });
    expect((await finished(app.client, other.id)).result?.text).toBe(plain.result?.text);
  });

  test('is back when a correction of its sentence is undone', async () => {
    const spelling = [{ from: [misspelled[0]], to: 'Zoë' }];
    const { id, revision } = await transcribe(app.client, { url, spelling });
    const edited = await app.client.editTranscript(id, {
      revision,
      request: 'edit',
      edits: [{ op: 'text', id: 0, text: 'Written by hand.' }],
    });
    await app.client.undoEdit(id, { revision: edited.revision });
    const { result } = await app.client.getTranscription(id);
    expect(result?.segments[0]).toMatchObject({ edited: false, flags: ['respelled'] });
    expect(result?.segments[0]?.text).toContain('Zoë');
  });

  test('is found by the search', async () => {
    await transcribe(app.client, {
      url,
      spelling: [{ from: [misspelled[0]], to: 'Quetzalcoatl' }],
    });
    const found = await app.client.search({ q: 'Quetzalcoatl' });
    expect(found.data).toHaveLength(1);
  });
});

describe('too many', () => {
  test('terms together are refused with what to do', async () => {
    const some = (name: string) => Array.from({ length: 60 }, (_, at) => `${name} ${at}`);
    await app.client.updateSettings({ vocabulary: some('here') });
    const refused = app.client.createTranscription({ url, vocabulary: some('there') });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'vocabulary',
      message: expect.stringContaining('more than 100 terms'),
    });
  });

  test('spellings together are refused, too', async () => {
    const some = (name: string) =>
      Array.from({ length: 150 }, (_, at) => ({ from: [`${name} ${at}`], to: name }));
    await app.client.updateSettings({ spelling: some('here') });
    const refused = app.client.createTranscription({ url, spelling: some('there') });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', param: 'spelling' });
  });

  test.each([
    ['no wrong spelling', [{ from: [], to: 'Zoë' }], 'spelling.0.from'],
    ['two lines', [{ from: ['a\nb'], to: 'Zoë' }], 'spelling.0.from.0'],
    ['punctuation alone', [{ from: ['zoe'], to: '!' }], 'spelling.0.to'],
  ])('an entry with %s is refused', async (_, spelling, param) => {
    const refused = app.client.createTranscription({ url, spelling });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', param });
  });
});
