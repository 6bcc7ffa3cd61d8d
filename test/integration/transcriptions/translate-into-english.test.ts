/** What Whisper says in English of a recording in another language. The engine is a stand-in whose English is in capitals. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { MULTILINGUAL, modelBytes } from '../../helpers/engines/model-bytes.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';

let folder: string;
let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
const recording = asFile(compose(loadPool(), clipsIn('en', 3)));

beforeAll(async () => {
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  const model = join(folder, 'ggml-whole.bin');
  await writeFile(model, modelBytes(MULTILINGUAL));
  app = await startTestApp({ engineFile, model }, { tasks: ONE_VOICE });
  origin = await serveRecordings({ '/talk.wav': recording.bytes });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

const url = () => `${origin.url}/talk.wav`;
const exported = async (id: string) =>
  (await app.keyClient.exportTranscription(id, { format: 'srt' })).file.text();

test('a recording in German is written in English, in its subtitles too', async () => {
  const spoken = await transcribe(app.keyClient, { url: url(), language: 'de' });
  const asked = { url: url(), language: 'de', translate: true };
  const { id, language, result } = await transcribe(app.keyClient, asked);
  expect(language).toBe('de');
  expect(result?.text).toBe(spoken.result?.text.toUpperCase());
  expect(new Set(spoken.result?.segments.map((segment) => segment.language))).toEqual(
    new Set(['de']),
  );
  expect(new Set(result?.segments.map((segment) => segment.language))).toEqual(new Set(['en']));
  expect(await exported(id)).toMatch(/^1\n.+\n[A-Z]{2}/);
});

test('a version in English is made of what was transcribed as it was spoken, and back', async () => {
  const spoken = await transcribe(app.client, { url: url(), language: 'de' });
  const english = await app.client.transcribeAgain(spoken.id, { translate: true });
  const text = spoken.result?.text ?? '';
  expect(text).toMatch(/[a-z]/);
  expect((await finished(app.client, english.id)).result?.text).toBe(text.toUpperCase());
  const back = await app.client.transcribeAgain(english.id, { translate: false });
  expect((await finished(app.client, back.id)).result?.text).toBe(text);
});

test('programs made for OpenAI get it at /v1/audio/translations', async () => {
  const openai = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: app.key, maxRetries: 0 });
  const file = () => toFile(Buffer.from(recording.bytes), 'talk.wav');
  const spoken = await openai.audio.transcriptions.create({
    model: 'whisper-1',
    file: await file(),
  });
  const english = await openai.audio.translations.create({
    model: 'whisper-1',
    file: await file(),
  });
  expect(spoken.text).toMatch(/[a-z]/);
  expect(english.text).toBe(spoken.text.toUpperCase());
});
