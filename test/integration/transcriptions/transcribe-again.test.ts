/** A recording transcribed again is another version of it, made of what was kept. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiError, createClient } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';

let app: TestApp;
let folder: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
/** For tests that only add versions to it. */
let first: Transcription;
const recording = asFile(compose(loadPool(), clipsIn('en', 3)));

beforeAll(async () => {
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  app = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
  origin = await serveRecordings({ '/link.wav': recording.bytes });
  first = await uploaded();
});

afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

const uploaded = async (): Promise<Transcription> => {
  const blob = new Blob([new Uint8Array(recording.bytes)]);
  const { url } = await app.client.uploadFile(blob, 'talk.wav');
  return transcribe(app.client, { url });
};

const codeOf = (refused: ApiError) => refused.code;

describe('transcribing again', () => {
  test('makes a version beside the one there is, which keeps its corrections', async () => {
    const [segment] = first.result?.segments ?? [];
    await app.client.editSegments(first.id, {
      revision: first.revision,
      segments: [{ id: segment?.id ?? 0, text: 'Corrected by hand.' }],
    });
    const made = await app.client.transcribeAgain(first.id, { speakers_expected: 1 });
    expect(made).toMatchObject({ recording_id: first.id, version: 2, status: 'queued' });
    expect(made.options).toMatchObject({ speakers_expected: 1, structure: true });
    const second = await finished(app.client, made.id);
    expect(second.result?.segments[0]?.text).toBe(segment?.text);
    const kept = await app.client.getTranscription(first.id);
    expect(kept.result?.segments[0]?.text).toBe('Corrected by hand.');
    expect(kept.version).toBe(1);
    const found = async (q: string) =>
      (await app.client.searchRecordings({ q })).data.map(({ transcription: { id } }) => id);
    expect(await found('talk'), 'the recording once').toEqual([second.id]);
    expect(await found('"by hand"'), 'what only the older one says').toEqual([first.id]);
  });

  test('takes the kept recording of a link: it is neither fetched nor stored a second time', async () => {
    const asked = () => origin.requests.filter(({ path }) => path === '/link.wav').length;
    const one = await transcribe(app.client, { url: `${origin.url}/link.wav` });
    const before = asked();
    const again = await app.client.transcribeAgain(one.id, {});
    const other = await finished(app.client, again.id);
    expect(other.result?.text).toBe(one.result?.text);
    expect(other.source).toMatchObject({ title: one.source.title, url: one.source.url });
    expect(asked()).toBe(before);
    const nodeOf = async (id: string, name: string) =>
      (await stat(join(app.dataDir, 'recordings', id, name))).ino;
    expect(await nodeOf(again.id, 'media')).toBe(await nodeOf(one.id, 'media'));
    expect(await nodeOf(again.id, 'waveform')).toBe(await nodeOf(one.id, 'waveform'));
    await app.client.deleteTranscription(one.id);
    expect(await readdir(join(app.dataDir, 'recordings', again.id))).toContain('media');
    expect((await app.client.getWaveform(again.id)).length).toBeGreaterThan(0);
  });

  test('has the other language, model and terms that are asked for, and refuses what cannot be', async () => {
    const asked = { language: 'de', vocabulary: ['Zoë', 'Aarhus'] };
    const made = await app.client.transcribeAgain(first.id, asked);
    expect(made.options).toMatchObject({ ...asked, translate: false });
    const second = await finished(app.client, made.id);
    expect(second.language).toBe('de');
    const detected = await app.client.transcribeAgain(second.id, { language: 'auto' });
    expect(detected.options).toMatchObject({ language: null, vocabulary: asked.vocabulary });
    expect((await finished(app.client, detected.id)).language).toBe('en');
    // The demo model was not trained to translate.
    const refused = app.client.transcribeAgain(first.id, { translate: true });
    expect(await refused.catch(codeOf)).toBe('translation_unsupported');
    const unknown = app.client.transcribeAgain(first.id, { model: 'none' });
    expect(await unknown.catch(codeOf)).toBe('invalid_request');
  });

  test('is seen and made only by those who may', async () => {
    const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
    const stranger = createClient({ baseUrl: app.url, key });
    expect(await stranger.transcribeAgain(first.id, {}).catch(codeOf)).toBe('not_found');
    const { key: reading } = await app.client.createKey({ name: 'read', scope: 'read' });
    const reader = createClient({ baseUrl: app.url, key: reading });
    expect(await reader.transcribeAgain(first.id, {}).catch(codeOf)).toBe('forbidden');
  });

  test('refuses what is not over, and stands as one row, as the newest that did not fail', async () => {
    const one = await uploaded();
    const rows = async () => {
      const { data } = await app.client.listTranscriptions({ versions: 'one', limit: 100 });
      return data.filter(({ recording_id }) => recording_id === one.id).map(({ id }) => id);
    };
    const second = await app.client.transcribeAgain(one.id, {});
    expect(await app.client.transcribeAgain(second.id, {}).catch(codeOf)).toBe('wrong_state');
    expect(await rows()).toEqual([second.id]);
    await app.client.cancelTranscription(second.id).catch(() => {});
    const { status } = await app.client.getTranscription(second.id);
    expect(await rows()).toEqual([status === 'failed' ? one.id : second.id]);
    const versions = await app.client.listTranscriptions({ recording_id: one.id });
    expect(versions.data.map(({ version }) => version)).toEqual([2, 1]);
    await app.client.deleteTranscription(second.id);
    expect(await rows()).toEqual([one.id]);
  });
});
