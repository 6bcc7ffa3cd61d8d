/**
 * Jobs with a Parakeet model: which model transcribes what, and what is refused. The Whisper model beside it is the demo
 * model under another name.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../../src/shared/error-catalogue.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { demoModel } from '../../helpers/engines/engine.ts';
import { parakeetModel, trainedParakeet } from '../../helpers/engines/parakeet-model.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
let origin: Origin;
let german: { bytes: Buffer; text: string };
beforeAll(async () => {
  app = await startTestApp();
  german = asFile(compose(loadPool(), clipsIn('de', 14)));
  origin = await serveRecordings({ '/de.wav': german.bytes });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const add = (filename: string, bytes: Buffer, confirmed = true) =>
  app.client.importModel(new Blob([new Uint8Array(bytes)]), { filename, confirmed });
const transcribeOnce = (options: {
  model?: string;
  language?: string | null;
  translate?: boolean;
}) => transcribe(app.client, { url: `${origin.url}/de.wav`, ...options });
const refusal = (code: ErrorCode) => ({ status: 'failed', error: { code } });

const PARAKEET = readFileSync(trainedParakeet);
/** As sound as any, and quickly sent. */
const RANDOM = parakeetModel();
const tar = Buffer.alloc(2048);
tar.write('ustar', 257);
const latin = (text: string) => Buffer.from(text, 'latin1');

/** The model with another number in a field of its header. */
function withField(field: number, value: number): Buffer {
  const bytes = Buffer.from(RANDOM);
  bytes.writeInt32LE(value, field * 4);
  return bytes;
}

test.each<[string, Buffer, string]>([
  ['a text', latin('Minutes of the meeting of Monday.\n'.repeat(40)), 'a text file, not a model'],
  ['a short text', latin('hi'), 'not a model'],
  ['a text in UTF-16', Buffer.from('Minutes of the meeting.'.repeat(9), 'utf16le'), 'not a model'],
  ['GGUF', Buffer.concat([latin('GGUF\x03\0\0\0'), Buffer.alloc(600)]), 'Take a ggml file'],
  ['ONNX', Buffer.concat([latin('\x08\x07\x12\x07pytorch'), Buffer.alloc(200)]), 'an ONNX model'],
  ['NeMo', tar, 'such as a NeMo model (.nemo)'],
  ['one cut in its header', RANDOM.subarray(0, 60), 'this Parakeet model is cut short'],
  ['one cut in its vocabulary', RANDOM.subarray(0, 20_000), 'this Parakeet model is cut short'],
  ['one cut in its weights', RANDOM.subarray(0, -100), 'this Parakeet model is cut short'],
  ['one of another width', withField(3, 16), 'this Parakeet model is cut short or damaged'],
  ['one of too many heads', withField(4, 7), 'this Parakeet model is cut short or damaged'],
  ['one of more layers', withField(5, 7), 'this Parakeet model is cut short or damaged'],
  ['one of endless layers', withField(5, 2 ** 31 - 1), 'this Parakeet model is cut short'],
])('%s is refused for what it is, and never offered for trust', async (_what, bytes, message) => {
  for (const confirmed of [false, true]) {
    await expect(add('ggml-strange.bin', bytes, confirmed)).rejects.toMatchObject({
      code: 'model_invalid',
      message: expect.stringContaining(message),
    });
  }
});

describe('a Parakeet model', () => {
  test('is added like any other, once it is trusted', async () => {
    await expect(add('ggml-parakeet.bin', PARAKEET, false)).rejects.toMatchObject({
      code: 'model_unconfirmed',
    });
    expect(await add('ggml-parakeet.bin', PARAKEET)).toMatchObject({
      name: 'parakeet',
      multilingual: true,
      translates: false,
      default: true,
    });
  });

  test('transcribes in a language that it knows', async () => {
    const done = await transcribeOnce({ language: 'de' });
    expect(done).toMatchObject({ status: 'completed', model: 'parakeet', language: 'de' });
    expect(wordErrorRate(german.text, done.result?.text ?? '')).toBeLessThan(0.1);
  });

  test('is not asked for a language that it does not know, or to translate', async () => {
    expect(await transcribeOnce({ language: 'ja' })).toMatchObject(refusal('unsupported_language'));
    await expect(transcribeOnce({ language: 'de', translate: true })).rejects.toMatchObject({
      code: 'translation_unsupported',
    });
  });

  test('needs to be told the language while no Whisper model can find it out', async () => {
    expect(await transcribeOnce({})).toMatchObject(refusal('language_needed'));
  });
});

describe('beside a Whisper model', () => {
  beforeAll(async () => {
    await add('ggml-whisper.bin', readFileSync(demoModel));
  });

  test('it is told the language that Whisper finds out', async () => {
    const done = await transcribeOnce({});
    expect(done).toMatchObject({ status: 'completed', model: 'parakeet', language: 'de' });
    expect(wordErrorRate(german.text, done.result?.text ?? '')).toBeLessThan(0.1);
    const languages = new Set(done.result?.segments.map(({ language }) => language));
    expect(languages).toEqual(new Set(['de']));
  });

  test('Whisper takes the languages that it does not know', async () => {
    expect(await transcribeOnce({ language: 'ja' })).toMatchObject({
      status: 'completed',
      model: 'whisper',
    });
    const named = await transcribeOnce({ language: 'ja', model: 'parakeet' });
    expect(named).toMatchObject(refusal('unsupported_language'));
  });
});
