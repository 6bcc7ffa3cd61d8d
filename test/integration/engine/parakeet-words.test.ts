/** What a Parakeet model makes of speech: a small one that was trained on the voices and sentences of the fixtures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { toSegments } from '../../../src/main/engine/words/join-tokens.ts';
import { bytesOfS16, composeSpeech, loadPool, poolClips } from '../../helpers/corpus/audio.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { openEngine } from '../../helpers/engines/engine.ts';
import { trainedParakeet } from '../../helpers/engines/parakeet-model.ts';

const pool = loadPool();
const VOICES = ['en-us+m3', 'en-gb-x-rp+f3', 'de+m3', 'es+f3'];

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ modelPath: trainedParakeet, lanes: 2, threads: 1 });
});
afterAll(() => engine.close());

/** The first sentences of a voice in a room with this much noise. */
function windowOf(voice: string, { count = 8, noiseDb = -60 } = {}) {
  const clips = poolClips().filter((clip) => clip.voice === voice);
  const composed = composeSpeech({ pool, clips: clips.slice(0, count), gapsMs: [500], noiseDb });
  return { ...composed, pcm: bytesOfS16(composed.samples), language: voice.slice(0, 2) };
}
const textOf = (segments: readonly { text: string }[]) =>
  segments.map(({ text }) => text.trim()).join(' ');

test('the words are those that were said, with their punctuation, in each of its languages', async () => {
  for (const voice of VOICES) {
    const { pcm, truth, language } = windowOf(voice);
    const { segments } = await engine.transcribe(pcm, { language });
    expect(wordErrorRate(textOf(truth), textOf(segments)), voice).toBeLessThan(0.12);
    // A sentence begins with a capital, ends with a full stop and is a segment.
    expect(segments.length, voice).toBeGreaterThanOrEqual(truth.length - 1);
    for (const { text } of segments) expect(text).toMatch(/^ \p{Lu}[^.]*\.$/u);
  }
});

test('the durations that it foretells are where the words were said', async () => {
  const errors: number[] = [];
  for (const voice of VOICES) {
    const { pcm, truth, language } = windowOf(voice);
    const segments = toSegments(await engine.transcribe(pcm, { language }));
    for (const said of truth) {
      const heard = segments.find(
        ({ startMs, endMs }) => endMs > said.startMs && startMs < said.endMs,
      );
      errors.push(Math.abs((heard?.words[0]?.startMs ?? 0) - said.startMs));
      errors.push(Math.abs((heard?.words.at(-1)?.endMs ?? 0) - said.endMs));
    }
  }
  const sorted = errors.toSorted((a, b) => a - b);
  // One of its frames is 80 ms.
  expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80);
  expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(300);
});

test('it is surer of words in a quiet room than of the same in loud noise', async () => {
  const sureness = async (noiseDb: number) => {
    const { pcm } = windowOf('en-us+m3', { count: 4, noiseDb });
    const { segments } = await engine.transcribe(pcm, { language: 'en' });
    const tokens = segments.flatMap((segment) => segment.tokens);
    return tokens.reduce((sum, { p }) => sum + p, 0) / tokens.length;
  };
  const [quiet, noisy] = [await sureness(-60), await sureness(-20)];
  expect(quiet).toBeGreaterThan(0.9);
  expect(noisy).toBeLessThan(quiet - 0.05);
});
