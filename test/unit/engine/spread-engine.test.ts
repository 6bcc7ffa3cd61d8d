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

function spreadOver(
  answer: () => Promise<WindowTranscript>,
  alive?: () => boolean,
  ownAnswer = async () => transcript,
) {
  const own = engineThat(ownAnswer);
  const other = engineThat(answer, alive);
  const lost: unknown[] = [];
  let now = 0;
  const spread = createSpreadEngine(own.engine, () => ++now);
  spread.add({
    name: 'other',
    engine: other.engine,
    onBusy: () => {},
    onTranscribed: () => {},
    isThere: () => true,
    onLost: (error, blamed) => lost.push(blamed ? error : 'the window is to blame'),
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

/** What every engine fails on, here as well. */
const poison = () => Promise.reject(new AppError('window_failed'));

test('windows on which this machine fails as well cost no machine its work', async () => {
  const answers = { own: async () => transcript, other: poison };
  const { spread, first, other, lost } = spreadOver(
    () => answers.other(),
    undefined,
    () => answers.own(),
  );
  await first;
  answers.own = poison;
  for (let window = 0; window < 10; window++) {
    await expect(spread.transcribe(pcm, { language: 'en' })).rejects.toMatchObject({
      code: 'window_failed',
    });
  }
  expect([other.seen.asked, other.seen.closed, lost]).toEqual([10, false, []]);
});

test('one whose engine dies of a window that fails here as well is not blamed', async () => {
  let isAlive = true;
  const answers = { own: async () => transcript };
  const dies = () => {
    isAlive = false;
    return Promise.reject(new AppError('engine_crashed'));
  };
  const { spread, first, other, lost } = spreadOver(
    dies,
    () => isAlive,
    () => answers.own(),
  );
  await first;
  answers.own = poison;
  await expect(spread.transcribe(pcm, { language: 'en' })).rejects.toMatchObject({
    code: 'window_failed',
  });
  expect([other.seen.asked, lost]).toEqual([1, ['the window is to blame']]);
});

test('failures count only in a row', async () => {
  let fails = true;
  const { spread, first, other, lost } = spreadOver(() => {
    fails = !fails;
    return fails ? Promise.resolve(transcript) : poison();
  });
  await first;
  for (let window = 0; window < 12; window++) await spread.transcribe(pcm, { language: 'en' });
  expect([other.seen.closed, lost]).toEqual([false, []]);
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
