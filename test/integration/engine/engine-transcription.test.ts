import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { toSegments } from '../../../src/main/engine/words/join-tokens.ts';
import {
  bytesOfS16,
  type Clip,
  composeSpeech,
  loadPool,
  poolClips,
} from '../../helpers/corpus/audio.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { demoModel, openEngine } from '../../helpers/engines/engine.ts';

// The real engine shares the processors with the other tests.
vi.setConfig({ testTimeout: 120_000 });

const pool = loadPool();
const clipsOf = (voice: string, count: number) =>
  poolClips()
    .filter((clip) => clip.voice === voice)
    .slice(0, count);
const windowOf = (clips: Clip[]) => {
  const composed = composeSpeech({ pool, clips, gapsMs: [500], noiseDb: -60 });
  return { ...composed, pcm: bytesOfS16(composed.samples) };
};
const textOf = (segments: { text: string }[]) => segments.map(({ text }) => text).join(' ');

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ modelPath: demoModel, lanes: 1, threads: 1 });
});
afterAll(() => engine.close());

describe('words', () => {
  test('are those that were said', async () => {
    for (const voice of ['en-us+m3', 'en-gb-x-rp+f3', 'de+m3', 'es+f3']) {
      const { pcm, truth } = windowOf(clipsOf(voice, 6));
      const transcribed = await engine.transcribe(pcm, { language: voice.slice(0, 2) });
      expect(wordErrorRate(textOf(truth), textOf(transcribed.segments)), voice).toBeLessThan(0.12);
    }
  });

  test('lie where they were said', async () => {
    const errors: number[] = [];
    for (const voice of ['en-us+m3', 'en-us+f2', 'en-gb-scotland+m2']) {
      const { pcm, truth } = windowOf(clipsOf(voice, 6));
      const segments = toSegments(await engine.transcribe(pcm, { language: 'en' }));
      expect(segments).toHaveLength(truth.length);
      for (const [i, segment] of segments.entries()) {
        const said = truth[i];
        errors.push(Math.abs((segment.words[0]?.startMs ?? 0) - (said?.startMs ?? 0)));
        errors.push(Math.abs((segment.words.at(-1)?.endMs ?? 0) - (said?.endMs ?? 0)));
      }
    }
    const sorted = errors.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(300);
  });

  test('are timed the same wherever in the window their sentence stands', async () => {
    const clips = clipsOf('en-us+m3', 5);
    const last = clips.slice(-1);
    const [alone, after] = [windowOf(last), windowOf(clips)];
    const starts = async ({ pcm, truth }: typeof alone) => {
      const segments = toSegments(await engine.transcribe(pcm, { language: 'en' }));
      const offset = truth.at(-1)?.startMs ?? 0;
      return segments.at(-1)?.words.map((word) => word.startMs - offset) ?? [];
    };
    const [first, second] = [await starts(alone), await starts(after)];
    expect(first.length).toBeGreaterThan(3);
    expect(second).toHaveLength(first.length);
    for (const [i, start] of first.entries()) {
      expect(Math.abs(start - (second[i] ?? 0))).toBeLessThanOrEqual(150);
    }
  });
});

describe('the language', () => {
  test.each(['en-us+f2', 'de+f2', 'es+m3'])('of %s is detected', async (voice) => {
    const { pcm } = windowOf(clipsOf(voice, 5));
    const probs = await engine.detect(pcm, {});
    const [likeliest] = Object.entries(probs).toSorted(([, a], [, b]) => b - a);
    expect(likeliest?.[0]).toBe(voice.slice(0, 2));
    const transcribed = await engine.transcribe(pcm, { language: null });
    expect(transcribed.language).toBe(voice.slice(0, 2));
    expect(transcribed.languageProbs).toEqual(probs);
    // Whatever was guessed before it was known.
    const named = await engine.transcribe(pcm, { language: voice.slice(0, 2) });
    expect(transcribed.segments).toEqual(named.segments);
    expect(transcribed.noSpeechProb).toBe(named.noSpeechProb);
  });
});

describe('windows side by side', () => {
  test('have the text they have one after the other', async () => {
    const windows = ['en-us+m1', 'de+m3', 'en-029+f5', 'es+m3'].map(
      (voice) => windowOf(clipsOf(voice, 3)).pcm,
    );
    const one: unknown[] = [];
    for (const pcm of windows) {
      one.push((await engine.transcribe(pcm, { language: null })).segments);
    }
    const wide = await openEngine({ modelPath: demoModel, lanes: 3, threads: 1 });
    const many = await Promise.all(windows.map((pcm) => wide.transcribe(pcm, { language: null })));
    await wide.close();
    expect(many.map(({ segments }) => segments.map(({ text }) => text))).toEqual(
      one.map((segments) => (segments as { text: string }[]).map(({ text }) => text)),
    );
  });
});

test('a window that has all threads for itself has the same text, times and probabilities', async () => {
  const wide = await openEngine({ modelPath: demoModel, lanes: 3, threads: 1 });
  for (const voice of ['en-us+m1', 'de+m3']) {
    const { pcm } = windowOf(clipsOf(voice, 3));
    const one = await wide.transcribe(pcm, { language: null });
    const alone = await wide.transcribe(pcm, { language: null, alone: true });
    expect(one.segments.length).toBeGreaterThan(0);
    expect(alone).toEqual(one);
  }
  await wide.close();
});

describe('progress and abort', () => {
  test('progress rises to the end', async () => {
    const seen: number[] = [];
    const { pcm } = windowOf(clipsOf('en-us+m3', 8));
    await engine.transcribe(pcm, { language: 'en', onProgress: (share) => seen.push(share) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBeGreaterThan(0.9);
  });

  test('an aborted window rejects with its reason, and the next one is served', async () => {
    const { pcm, truth } = windowOf(clipsOf('en-us+m3', 4));
    const stop = new AbortController();
    const reason = new Error('enough');
    const aborted = engine.transcribe(pcm, {
      language: 'en',
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    await expect(aborted).rejects.toBe(reason);
    const transcribed = await engine.transcribe(pcm, { language: 'en' });
    expect(transcribed.segments).toHaveLength(truth.length);
  });

  test('a very short window is no trouble', async () => {
    const transcribed = await engine.transcribe(new Uint8Array(2), { language: 'en' });
    expect(transcribed.segments.every((segment) => segment.endMs === 0)).toBe(true);
  });
});
