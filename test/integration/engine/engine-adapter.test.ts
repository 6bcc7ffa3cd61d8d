import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createStenoEngine } from '../../../src/main/engine/process/steno-engine.ts';
import {
  type FakeMode,
  fakeEngine,
  fakeSegments,
  sayingEngine,
} from '../../helpers/engines/fake-engine.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const clock = createFakeClock();
const logger = createLogger('silent');
const modelPath = import.meta.filename;
const audio = Uint8Array.from({ length: 128_000 }, (_, i) => i % 251);
const opened: Engine[] = [];

const opener = (mode: FakeMode) => createStenoEngine({ command: fakeEngine(mode), clock, logger });
async function open(mode: FakeMode): Promise<Engine> {
  const engine = await opener(mode)({ modelPath, lanes: 2 });
  opened.push(engine);
  return engine;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
});

test('what belongs to no text becomes a space, and words stay what the text is made of', async () => {
  const tokens = [' a\u0000b', '\u001b[2J\ufffe', ' ö\u2028'].map((text, id) => ({
    ...{ id, text, start_ms: 0, end_ms: 0, p: 1 },
  }));
  const text = tokens.map((token) => token.text).join('');
  const said = {
    type: 'segment',
    id: 'ID',
    start_ms: 0,
    end_ms: 0,
    text,
    no_speech_prob: 0,
    tokens,
  };
  const command = sayingEngine(JSON.stringify(said));
  const engine = await createStenoEngine({ command, clock, logger })({ modelPath });
  opened.push(engine);
  const { segments } = await engine.transcribe(audio, { language: 'en' });
  expect(segments[0]?.text).toBe(' a b [2J  ö ');
  expect(segments[0]?.tokens.map((token) => token.text).join('')).toBe(segments[0]?.text);
});

describe('opening', () => {
  test('gives what the engine says about itself', async () => {
    const { info } = await open('ok');
    expect(info).toMatchObject({ lanes: 2, threads: 1, languages: ['en', 'de', 'es'] });
  });

  test('fails with engine_missing where there is no program', async () => {
    const command = { file: `${modelPath}.missing`, args: [] };
    const open = createStenoEngine({ command, clock, logger });
    await expect(open({ modelPath })).rejects.toMatchObject({ code: 'engine_missing' });
  });

  test('fails with model_missing where there is no model', async () => {
    const open = opener('ok')({ modelPath: `${modelPath}.missing` });
    await expect(open).rejects.toMatchObject({ code: 'model_missing' });
  });

  test('fails with out_of_memory where the model does not fit', async () => {
    await expect(opener('oom')({ modelPath })).rejects.toMatchObject({ code: 'out_of_memory' });
  });

  test('stops with the reason of its signal', async () => {
    const stop = new AbortController();
    const reason = new Error('changed my mind');
    const open = opener('ok')({ modelPath, signal: stop.signal });
    stop.abort(reason);
    await expect(open).rejects.toBe(reason);
  });

  test('shows the engine nothing of the environment but what starts it', async () => {
    process.env['STENO_TEST_TOKEN'] = 'secret';
    const { info } = await open('environment');
    // Node's own start on macOS adds one of its own.
    const names = info.version.split(',').filter((name) => !name.startsWith('__CF'));
    expect(['PATH', 'SystemRoot', 'GOMP_SPINCOUNT', 'GLIBC_TUNABLES']).toEqual(
      expect.arrayContaining(names),
    );
  });
});

describe('a window', () => {
  test('comes back as the engine sent it', async () => {
    const engine = await open('ok');
    const seen: number[] = [];
    const transcribed = await engine.transcribe(audio, {
      language: null,
      onProgress: (f) => seen.push(f),
    });
    const [wanted] = fakeSegments(audio);
    expect(transcribed).toMatchObject({
      language: 'en',
      languageProbs: { en: 0.9, de: 0.1 },
      noSpeechProb: 0.01,
      segments: [{ text: wanted?.text, startMs: wanted?.start_ms, endMs: wanted?.end_ms }],
    });
    expect(seen).toEqual([0.5]);
  });

  test('has its own answer when many are under way', async () => {
    const engine = await open('ok');
    const windows = Array.from({ length: 20 }, (_, n) => audio.map((byte) => (byte + n) % 256));
    const transcribed = await Promise.all(
      windows.map((pcm) => engine.transcribe(pcm, { language: 'en' })),
    );
    expect(transcribed.map(({ segments }) => segments.map(({ text }) => text))).toEqual(
      windows.map((pcm) => fakeSegments(pcm).map(({ text }) => text)),
    );
  });

  test('rejects with the reason of its signal, and the engine goes on', async () => {
    const engine = await open('slow');
    const stop = new AbortController();
    const reason = new Error('enough');
    const options = { language: 'en', signal: stop.signal, onProgress: () => stop.abort(reason) };
    await expect(engine.transcribe(audio, options)).rejects.toBe(reason);
    await expect(engine.transcribe(audio, options)).rejects.toBe(reason);
    const again = new AbortController();
    const next = { language: 'en', signal: again.signal, onProgress: () => again.abort('again') };
    await expect(engine.transcribe(audio, next)).rejects.toBe('again');
  });
});

describe('an engine that fails', () => {
  test.each([
    ['crash', 'engine_crashed'],
    ['garbage', 'engine_protocol'],
    ['endless', 'engine_protocol'],
  ] as const)('by %s rejects everything under way with %s', async (mode, code) => {
    const engine = await open(mode);
    const all = [1, 2, 3].map(() => engine.transcribe(audio, { language: 'en' }));
    for (const result of await Promise.allSettled(all)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code } });
    }
    await expect(engine.detect(audio, {})).rejects.toMatchObject({ code });
  });

  const segment = (change: object) =>
    JSON.stringify({
      type: 'segment',
      id: 'ID',
      start_ms: 0,
      end_ms: 900,
      text: 'x',
      no_speech_prob: 0,
      tokens: [],
      ...change,
    });
  const token = { id: 1, text: 'x', start_ms: 0, end_ms: 5, p: 0.5 };
  test.each<[string, string | Uint8Array]>([
    ['no JSON', 'hello'],
    ['half of a line', '{"type":"segment","id":"ID"'],
    ['a word in bytes that UTF-8 has not', Buffer.from(segment({ text: '\xff' }), 'latin1')],
    ['a time that is no number', segment({ start_ms: Number.NaN })],
    ['a time before the beginning', segment({ start_ms: -1 })],
    ['a time between two milliseconds', segment({ start_ms: 0.5 })],
    ['an end before the start', segment({ start_ms: 901 })],
    ['a word that ends before it starts', segment({ tokens: [{ ...token, start_ms: 6 }] })],
    ['a time beyond the end of the window', segment({ end_ms: 4001 })],
    ['a word beyond the end of the window', segment({ tokens: [{ ...token, end_ms: 9e12 }] })],
    ['a segment that begins in another', `${segment({})}\n${segment({ start_ms: 899 })}`],
    ['a probability over 1', segment({ no_speech_prob: 1.5 })],
    ['a kind of event that does not exist', '{"type":"thought","id":"ID"}'],
    ['an event of a request nobody made', '{"type":"progress","id":"99","progress":0.5}'],
  ])('by saying %s is one that cannot be trusted', async (_what, line) => {
    const command = sayingEngine(line);
    const engine = await createStenoEngine({ command, clock, logger })({ modelPath });
    opened.push(engine);
    const code = 'engine_protocol';
    await expect(engine.transcribe(audio, { language: 'en' })).rejects.toMatchObject({ code });
    await expect(engine.transcribe(audio, { language: 'en' })).rejects.toMatchObject({ code });
  });

  test('by sending what has no end is given up, and nothing of it is kept', async () => {
    const engine = await open('flood');
    const transcribed = engine.transcribe(audio, { language: 'en' });
    await expect(transcribed).rejects.toThrow('more than a window can hold');
    expect(engine.alive()).toBe(false);
  });

  test('by silence is given up after ten minutes', async () => {
    const engine = await open('hang');
    const transcribed = engine.transcribe(audio, { language: 'en' });
    transcribed.catch(() => {});
    await clock.sleeping();
    await clock.advance(600_000);
    expect(clock.sleepers()).toBe(1);
    await clock.advance(1_000);
    await expect(transcribed).rejects.toMatchObject({ code: 'engine_crashed' });
  });

  test('rejects what is under way when it is closed', async () => {
    const engine = await open('hang');
    const transcribed = engine.transcribe(audio, { language: 'en' });
    transcribed.catch(() => {});
    await engine.close();
    await expect(transcribed).rejects.toMatchObject({ code: 'engine_crashed' });
  });
});
