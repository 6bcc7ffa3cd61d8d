/**
 * Parakeet is known to fall into English now and then. A recording in French whose second window it writes in English:
 * what becomes of that window, and how a reader learns of it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type {
  Transcription,
  TranscriptSegment,
} from '../../../src/shared/transcription/transcription.ts';
import { type Clip, loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { demoModel } from '../../helpers/engines/engine.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { BY_PARAKEET, BY_WHISPER, fakePair, IN_ENGLISH } from '../../helpers/engines/fake-pair.ts';
import { parakeetModel } from '../../helpers/engines/parakeet-model.ts';
import { makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';

vi.setConfig({ testTimeout: 60_000 });

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

const WHISPER = readFileSync(demoModel);
const PARAKEET = parakeetModel();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A service with the models, and a recording of several windows. */
async function setUp({
  clips = clipsIn('en', 30),
  spoken = 'fr',
  whisper = true,
}: {
  spoken?: 'fr' | 'en';
  whisper?: boolean;
  clips?: readonly Clip[];
} = {}) {
  const folder = await makeTempFolder();
  const log = join(folder, 'requests.txt');
  const engineFile = await writeProgram(join(folder, 'engine'), fakePair(spoken, log));
  const app = await startTestApp({ engineFile, lanes: 1 });
  const { bytes } = asFile(compose(loadPool(), clips));
  const origin = await serveRecordings({ '/talk.wav': bytes });
  open.push({ stop: () => origin.close() }, app);
  const add = (filename: string, model: Buffer) =>
    app.client.importModel(new Blob([new Uint8Array(model)]), { filename, confirmed: true });
  await add('ggml-parakeet.bin', PARAKEET);
  if (whisper) await add('ggml-whisper.bin', WHISPER);
  return {
    app,
    transcribeSample: (options: { language?: string } = { language: 'fr' }) =>
      transcribe(app.client, { url: `${origin.url}/talk.wav`, model: 'parakeet', ...options }),
    /** How often a model was asked for something. */
    asked: (what: string) =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line === what).length,
  };
}

/** What was transcribed in each window: the fake says one sentence in each, which pauses may divide. */
function windowsOf({ result }: Transcription) {
  const windows: Pick<TranscriptSegment, 'text' | 'language' | 'model'>[] = [];
  let open = false;
  for (const { text, language, model } of result?.segments ?? []) {
    const last = windows.at(-1);
    if (open && last) last.text += ` ${text}`;
    else windows.push({ text, language, model });
    open = !text.endsWith('.');
  }
  return windows;
}
const codes = ({ warnings }: Transcription) => warnings.map(({ code }) => code);

test('the window is transcribed again by a Whisper model, and its segment says so', async () => {
  const { transcribeSample, asked, app } = await setUp();
  const done = await transcribeSample();
  expect(done).toMatchObject({ status: 'completed', model: 'parakeet', language: 'fr' });
  const [first, second, ...rest] = windowsOf(done);
  expect(first).toEqual({ text: BY_PARAKEET, language: 'fr', model: undefined });
  expect(second).toEqual({ text: BY_WHISPER, language: 'fr', model: 'whisper' });
  expect(rest.length).toBeGreaterThan(0);
  for (const window of rest) expect(window).toEqual(first);
  expect(codes(done)).not.toContain('language_drift');
  expect(asked('whisper transcribe')).toBe(1);
  expect(done.result?.provenance).toMatchObject({
    model: { name: 'parakeet', sha256: sha256(PARAKEET) },
    device: { id: 'cpu' },
    other_models: [{ name: 'whisper', sha256: sha256(WHISPER) }],
  });
  // A file made of it says the same.
  const { file } = await app.client.exportTranscription(done.id, { format: 'json' });
  const { result } = JSON.parse(await file.text()) as Transcription;
  expect(result?.provenance).toEqual(done.result?.provenance);
  expect(result?.segments).toEqual(done.result?.segments);
});

test('so is one of a recording whose language was not given', async () => {
  const { transcribeSample, asked } = await setUp();
  const done = await transcribeSample({});
  expect(done).toMatchObject({ status: 'completed', model: 'parakeet', language: 'fr' });
  expect(windowsOf(done)[1]).toEqual({ text: BY_WHISPER, language: 'fr', model: 'whisper' });
  expect(asked('whisper transcribe')).toBe(1);
});

test('so is one at the start of a long recording, which is transcribed before the rest', async () => {
  const clips = Array.from({ length: 4 }, () => clipsIn('en', 30)).flat();
  const { transcribeSample, asked } = await setUp({ clips });
  const done = await transcribeSample();
  expect(done.duration_seconds).toBeGreaterThan(5 * 60);
  expect(windowsOf(done)[1]).toEqual({ text: BY_WHISPER, language: 'fr', model: 'whisper' });
  expect(windowsOf(done).filter(({ model }) => model !== undefined)).toHaveLength(1);
  expect(asked('whisper transcribe')).toBe(1);
});

test('without a Whisper model its text stays, as English, and a warning says so', async () => {
  const { transcribeSample } = await setUp({ whisper: false });
  const done = await transcribeSample();
  expect(windowsOf(done)[1]).toEqual({ text: IN_ENGLISH, language: 'en', model: undefined });
  expect(codes(done)).toContain('language_drift');
  expect(done.result?.provenance?.other_models).toEqual([]);
});

test('where English is what is spoken, its text stays without a warning', async () => {
  const { transcribeSample, asked } = await setUp({ spoken: 'en' });
  const done = await transcribeSample();
  expect(windowsOf(done)[1]).toEqual({ text: IN_ENGLISH, language: 'en', model: undefined });
  expect(asked('whisper detect')).toBe(1);
  expect(asked('whisper transcribe')).toBe(0);
  expect(codes(done)).not.toContain('language_drift');
  expect(done.result?.provenance?.other_models).toEqual([]);
});
