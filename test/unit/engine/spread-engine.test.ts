/** A window is given to other machines, and none of them can spoil the recording. */
import { expect, test } from 'vitest';
import type { Engine, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { createSpreadEngine } from '../../../src/main/engine/machines/spread-engine.ts';
import { AppError } from '../../../src/main/errors.ts';
import { FAKE_MODEL } from '../../helpers/engines/fake-engine.ts';

const transcript: WindowTranscript = {
  language: 'en',
  languageProbs: {},
  noSpeechProb: 0,
  segments: [],
  timings: { melMs: 0, encodeMs: 0, decodeMs: 0, totalMs: 0 },
};
const pcm = new Uint8Array(32);

/** An engine whose windows end as `answer` says. */
function engineThat(answer: () => Promise<WindowTranscript>, alive = () => true) {
  const seen = { asked: 0, closed: false };
  const engine: Engine = {
    info: {
      model: { ...FAKE_MODEL, architecture: 'whisper' },
      languages: ['en'],
      ...{ lanes: 1, threads: 1, version: '', vad: false, device: null },
    },
    alive: () => !seen.closed && alive(),
    transcribe: () => {
      seen.asked++;
      return answer();
    },
    detect: async () => {
      seen.asked++;
      await answer();
      return { en: 1 };
    },
    speech: async () => new Float32Array(),
    bench: async () => [],
    close: async () => {
      seen.closed = true;
    },
  };
  return { engine, seen };
}

function spreadOver(answer: () => Promise<WindowTranscript>, alive?: () => boolean) {
  const own = engineThat(async () => transcript);
  const other = engineThat(answer, alive);
  const lost: unknown[] = [];
  let now = 0;
  const spread = createSpreadEngine(own.engine, () => ++now);
  spread.add({
    name: 'other',
    engine: other.engine,
    onBusy: () => {},
    onTranscribed: () => {},
    onLost: (error) => lost.push(error),
  });
  // The first window has the time of this machine measured; the next goes to the other one.
  const first = spread.transcribe(pcm, { language: 'en' });
  return { spread, first, own, other, lost };
}

/** What an engine may end with, and what no engine does. */
const CODES = ['engine_crashed', 'out_of_memory', 'window_failed', 'model_invalid'] as const;

test.each([...CODES, 'canceled', 'unauthorized', null] as const)(
  'one that fails with %s spoils no window',
  async (code) => {
    const error = code === null ? new TypeError('not ours') : new AppError(code);
    const { spread, first, other, lost } = spreadOver(() => Promise.reject(error));
    await first;
    for (let window = 0; window < 5; window++) {
      expect(await spread.transcribe(pcm, { language: 'en' })).toEqual(transcript);
      expect(await spread.detect(pcm, {})).toEqual({ en: 1 });
    }
    // It is believed three times.
    expect([other.seen.asked, other.seen.closed]).toEqual([3, true]);
    expect(lost).toEqual([error]);
  },
);

test('one whose engine dies loses it at once, and its window is transcribed here', async () => {
  let isAlive = true;
  const { spread, first, own, other, lost } = spreadOver(
    () => {
      isAlive = false;
      return Promise.reject(new AppError('model_invalid'));
    },
    () => isAlive,
  );
  await first;
  expect(await spread.transcribe(pcm, { language: 'en' })).toEqual(transcript);
  expect([own.seen.asked, other.seen.asked, lost.length]).toEqual([2, 1, 1]);
});

test('what the caller breaks off is not done elsewhere', async () => {
  const stop = new AbortController();
  const reason = new Error('canceled');
  const { spread, first, own, other } = spreadOver(() => {
    stop.abort(reason);
    return Promise.reject(new AppError('engine_crashed'));
  });
  await first;
  const asked = spread.transcribe(pcm, { language: 'en', signal: stop.signal });
  await expect(asked).rejects.toBe(reason);
  expect([own.seen.asked, other.seen.asked]).toEqual([1, 1]);
});
