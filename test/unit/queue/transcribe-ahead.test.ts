/** A window whose language is asked for is transcribed in the same go, where it is transcribed next. */
import { expect, test } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import type {
  Engine,
  TranscribeOptions,
  WindowTranscript,
} from '../../../src/main/engine/engine.ts';
import { transcribeAhead } from '../../../src/main/queue/prepare/transcribe-ahead.ts';

const pcm = Uint8Array.of(1, 2, 3, 4);
const { signal } = new AbortController();

/** Detects German everywhere and counts its requests; fails where it is told to. */
function engineOf(fails = false) {
  const asked: (TranscribeOptions | 'detect')[] = [];
  const engine = {
    info: { lanes: 1 },
    detect: async () => {
      asked.push('detect');
      return { de: 0.9 };
    },
    transcribe: async (_: Uint8Array, options: TranscribeOptions) => {
      asked.push(options);
      if (fails) throw new AppError('window_failed');
      const language = options.language ?? 'de';
      return { language, languageProbs: { de: 0.9 }, segments: [] } as Partial<WindowTranscript>;
    },
  } as unknown as Engine;
  return { asked, ahead: transcribeAhead(engine, { prompt: 'Anna', translate: false }) };
}
const options = { language: 'de', prompt: 'Anna', translate: false, signal };
const first = { ...options, language: null };

test('its text is kept for the one time it is asked for', async () => {
  const { asked, ahead } = engineOf();
  expect(await ahead.detectAhead(pcm, { signal })).toEqual({ de: 0.9 });
  expect(asked).toEqual([first]);
  expect((await ahead.transcribe(pcm, options)).language).toBe('de');
  expect(asked).toHaveLength(1);
  await ahead.transcribe(pcm, options);
  expect(asked).toHaveLength(2);
});

test.each([
  ['another language', { ...options, language: 'en' }],
  ['another temperature', { ...options, temperature: 0.4 }],
  ['no vocabulary', { language: 'de', translate: false, signal }],
])('it is heard again for %s', async (_, other) => {
  const { asked, ahead } = engineOf();
  await ahead.detectAhead(pcm, { signal });
  await ahead.transcribe(pcm, other);
  expect(asked).toEqual([first, other]);
});

test('another window is transcribed as always', async () => {
  const { asked, ahead } = engineOf();
  await ahead.detectAhead(pcm, { signal });
  await ahead.transcribe(Uint8Array.of(9), options);
  expect(asked).toHaveLength(2);
});

test('a window without a text still has a language', async () => {
  const { asked, ahead } = engineOf(true);
  expect(await ahead.detectAhead(pcm, { signal })).toEqual({ de: 0.9 });
  expect(asked.at(-1)).toBe('detect');
});

test('no window is asked for its language twice', async () => {
  const { asked, ahead } = engineOf();
  await ahead.detectAhead(pcm, { signal });
  expect(await ahead.detect(pcm, { signal })).toEqual({ de: 0.9 });
  expect(await ahead.detectAhead(pcm, { signal })).toEqual({ de: 0.9 });
  expect(asked).toHaveLength(1);
});
