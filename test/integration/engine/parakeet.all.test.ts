/**
 * Parakeet models in the real engine. Their weights are random, so what the words are proves nothing: structure, times,
 * lanes, aborts and errors are those of a trained model.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { checkModel } from '../../../src/main/engine/process/check-model.ts';
import { toSegments } from '../../../src/main/engine/words/join-tokens.ts';
import { bytesOfS16 } from '../../helpers/corpus/audio.ts';
import { synthesize } from '../../helpers/corpus/sounds.ts';
import { engineCommand, openEngine, startRawEngine } from '../../helpers/engines/engine.ts';
import {
  type ParakeetDims,
  parakeetModel,
  SMALL_PARAKEET,
} from '../../helpers/engines/parakeet-model.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const LANGUAGES = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk';
/** Many tokens per frame, so that a window takes long enough to be stopped. */
const SLOW = { maxTokens: 100, durations: 1 };

let folder: string;
let small: string;
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steno-parakeet-'));
  small = model('small.bin');
  engine = await openEngine({ modelPath: small, lanes: 3, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

function model(name: string, changes: Partial<ParakeetDims> = {}, seed = 1): string {
  const path = join(folder, name);
  writeFileSync(path, parakeetModel(changes, seed));
  return path;
}

const tune = (durationMs: number) => bytesOfS16(synthesize('tune', durationMs));
const textOf = ({ segments }: WindowTranscript) => segments.map(({ text }) => text).join('|');

describe('a Parakeet model', () => {
  test('says what it is, and the languages it was trained on', async () => {
    expect(engine.info).toMatchObject({
      model: { architecture: 'parakeet', type: 'custom', vocab: 8192, multilingual: true },
      languages: LANGUAGES.split(' '),
      lanes: 3,
      vad: true,
    });
  });

  test('with another vocabulary is an English one', async () => {
    const english = model('english.bin', { vocab: 1024 });
    const checked = await checkModel({ command: engineCommand, modelPath: english });
    expect(checked).toMatchObject({ model: { multilingual: false }, languages: ['en'] });
    const opened = await openEngine({ modelPath: english, lanes: 1 });
    expect(await opened.detect(tune(2_000), {})).toEqual({ en: 1 });
    await opened.close();
  });

  test('gives words whose times are in order and inside the window', async () => {
    for (const durationMs of [300, 2_000, 13_370, 28_000]) {
      const transcribed = await engine.transcribe(tune(durationMs), { language: 'de' });
      expect(transcribed).toMatchObject({ language: 'de', languageProbs: {} });
      const words = toSegments(transcribed).flatMap((segment) => segment.words);
      expect(words.length, `${durationMs} ms`).toBeGreaterThan(0);
      let last = 0;
      for (const token of transcribed.segments.flatMap((segment) => segment.tokens)) {
        expect(token.startMs).toBeGreaterThanOrEqual(last);
        expect(token.endMs).toBeGreaterThanOrEqual(token.startMs);
        expect(token.endMs).toBeLessThanOrEqual(durationMs);
        // The encoder makes eight frames of 10 ms one; only the end of the window cuts a step short.
        expect(token.startMs % 80 === 0 || token.startMs === durationMs).toBe(true);
        last = token.endMs;
      }
    }
  });

  test('reads the whole text of a segment from its tokens', async () => {
    const { segments } = await engine.transcribe(tune(8_000), { language: 'fr' });
    for (const { text, tokens } of segments) {
      expect(tokens.map((token) => token.text).join('')).toBe(text);
    }
  });

  test('transcribes a window the same on every lane and after any other window', async () => {
    const windows = [4_000, 9_000, 2_500, 4_000, 9_000, 2_500].map(tune);
    const options = { language: 'en' };
    const alone: string[] = [];
    for (const pcm of windows.slice(0, 3))
      alone.push(textOf(await engine.transcribe(pcm, options)));
    const together = await Promise.all(windows.map((pcm) => engine.transcribe(pcm, options)));
    expect(together.map(textOf)).toEqual([...alone, ...alone]);
    expect(new Set(alone).size).toBe(3);
  });

  test('stops between two steps when it is asked to, and goes on with the next window', async () => {
    const slow = await openEngine({ modelPath: model('slow.bin', SLOW), lanes: 1, threads: 1 });
    const stop = new AbortController();
    const transcribed = slow.transcribe(tune(28_000), {
      language: 'en',
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(transcribed).rejects.toThrow('enough');
    expect((await slow.transcribe(tune(500), { language: 'en' })).segments).not.toHaveLength(0);
    await slow.close();
  });

  test('is timed', async () => {
    const { runs } = await engine.bench({ runs: 2 });
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      expect(run.encodeMs).toBeGreaterThan(0);
      expect(run.decodeMs).toBeGreaterThan(0);
    }
  });

  test('whose weights are no numbers fails the window, not the engine', async () => {
    const bytes = parakeetModel({ vocab: 100 });
    // The last tensor is the bias of the model's outputs.
    for (let at = bytes.length - 106 * 4; at < bytes.length; at += 4) bytes.writeFloatLE(NaN, at);
    const path = join(folder, 'damaged.bin');
    writeFileSync(path, bytes);
    const damaged = await openEngine({ modelPath: path, lanes: 1 });
    const transcribed = damaged.transcribe(tune(2_000), { language: 'en' });
    await expect(transcribed).rejects.toMatchObject({ code: 'window_failed' });
    expect(damaged.alive()).toBe(true);
    await damaged.close();
  });
});

test('what Parakeet cannot do is refused', async () => {
  await using raw = await startRawEngine(['--model', small]);
  const pcm = tune(1_000);
  const ask = async (header: object) => {
    raw.send({ id: 'a', bytes: pcm.length, ...header }, pcm);
    return raw.until((event) => event.type === 'error' || event.type === 'done');
  };
  expect(await ask({ type: 'detect' })).toMatchObject({ code: 'bad_request' });
  expect(await ask({ type: 'transcribe', language: null })).toMatchObject({ code: 'bad_request' });
  expect(await ask({ type: 'transcribe', language: 'ja' })).toMatchObject({
    code: 'unknown_language',
  });
  expect(await ask({ type: 'transcribe', language: 'de', translate: true })).toMatchObject({
    code: 'bad_request',
  });
  expect(await ask({ type: 'transcribe', language: 'de' })).toMatchObject({ type: 'done' });
});

describe('a Parakeet file', () => {
  const sound = parakeetModel({ vocab: 10 });
  /** The header's fields follow the magic number in this order. */
  const fields = Object.keys(SMALL_PARAKEET);
  const set = (field: string, value: number) => () => {
    const bytes = Buffer.from(sound);
    bytes.writeInt32LE(value, 4 + 4 * fields.indexOf(field));
    return bytes;
  };
  const durationsAt = 4 + 4 * 15 + 8 + 16 * 129 * 4 + 4 + 256 * 4;
  const firstTensorAt = (() => {
    let at = durationsAt + 5 * 4 + 4;
    for (let i = 0; i < 10; i++) at += 4 + sound.readInt32LE(at);
    return at;
  })();
  const put = (at: number, value: number) => () => {
    const bytes = Buffer.from(sound);
    bytes.writeInt32LE(value, at);
    return bytes;
  };
  const cases: [string, () => Buffer, RegExp][] = [
    ['cut in the header', () => sound.subarray(0, 40), /ends inside the header/],
    ['cut in the filters', () => sound.subarray(0, 400), /ends inside the mel filters/],
    ['cut in the vocabulary', () => sound.subarray(0, firstTensorAt - 1), /ends inside/],
    ['cut in its last tensor', () => sound.subarray(0, -1), /ends inside the weights/],
    ['cut after its first tensor', () => sound.subarray(0, firstTensorAt), /is missing/],
    ['longer than it should be', () => Buffer.concat([sound, Buffer.alloc(99)]), /impossible/],
    ['without a vocabulary', set('vocab', 0), /neither a Whisper nor a Parakeet/],
    ['with a context too short', set('audioCtx', 100), /audio context/],
    ['with a negative width', set('width', -8), /width of the encoder/],
    ['with no heads', set('heads', 0), /multiple of its heads/],
    ['with a billion layers', set('layers', 1_000_000_000), /encoder layers/],
    ['with odd mel bands', set('mels', 17), /mel bands/],
    ['with an unknown weight type', set('ftype', 99), /weight type 99/],
    ['with quantized weights that do not fit', set('ftype', 7), /block size of q8_0/],
    ['with an FFT of 100', set('fft', 100), /power of two/],
    ['with another subsampling', set('subsampling', 4), /eight frames/],
    ['with an even kernel', set('kernel', 4), /convolutions/],
    ['with nine prediction layers', set('predLayers', 9), /prediction layers/],
    ['with no durations', set('durations', 0), /number of durations/],
    ['with endless tokens', set('maxTokens', 2_000_000_000), /tokens per frame/],
    ['with an endless duration', put(durationsAt, -1), /duration is out of range/],
    ['with another vocabulary', put(durationsAt + 20, 11), /another number of tokens/],
    ['with a token of 4 GB', put(durationsAt + 24, -1), /too long/],
    ['with 400 dimensions', put(firstTensorAt, 400), /impossible number of dimensions/],
    ['with an endless name', put(firstTensorAt + 4, 2_000_000_000), /impossible name/],
    ['with a tensor of another type', put(firstTensorAt + 8, 30), /wrong type/],
    ['with a tensor of another shape', put(firstTensorAt + 12, 7), /wrong shape/],
  ];
  test.each(cases)('%s is refused with the reason', async (name, make, reason) => {
    const path = join(folder, `${name}.bin`);
    writeFileSync(path, make());
    const checked = checkModel({ command: engineCommand, modelPath: path });
    await expect(checked).rejects.toMatchObject({ code: 'model_invalid', message: reason });
    const opened = openEngine({ modelPath: path });
    await expect(opened).rejects.toMatchObject({ code: 'model_invalid', message: reason });
  });
});
