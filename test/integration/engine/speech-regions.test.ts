import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findSpeech,
  type Speech,
  speechRegions,
} from '../../../src/main/engine/speech/find-speech.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';
import {
  bytesOfS16,
  type Clip,
  type Composed,
  composeSpeech,
  loadPool,
  noise,
  poolClips,
} from '../../helpers/corpus/audio.ts';

let folder: string;
let pool: Int16Array;
let dialogue: Clip[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'steno-speech-'));
  pool = loadPool();
  const clips = poolClips();
  const [first = '', second = ''] = [...new Set(clips.map((clip) => clip.voice))];
  const of = (voice: string) => clips.filter((clip) => clip.voice === voice).slice(0, 12);
  const answers = of(second);
  dialogue = of(first).flatMap((clip, index) => [clip, answers[index] ?? clip]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function speechOf(samples: Int16Array): Promise<Speech> {
  const file = path.join(folder, 'audio.s16');
  await writeFile(file, bytesOfS16(samples));
  return findSpeech({ path: file, signal: new AbortController().signal }, null);
}

/** The smallest part of any sentence that was found. */
function worstCoverage({ truth }: Composed, { regions }: Speech): number {
  return Math.min(...truth.map((part) => overlap(part, regions) / (part.endMs - part.startMs)));
}

function overlap(part: TimeSpan, regions: readonly TimeSpan[]): number {
  const shared = regions.map(
    (region) => Math.min(part.endMs, region.endMs) - Math.max(part.startMs, region.startMs),
  );
  return shared.reduce((sum, ms) => sum + Math.max(0, ms), 0);
}

describe('finding speech', () => {
  it('finds every sentence, and a pause between any two', async () => {
    const composed = composeSpeech({ pool, clips: dialogue, gapsMs: [600, 900] });
    const speech = await speechOf(composed.samples);
    expect(worstCoverage(composed, speech)).toBe(1);
    expect(speech.regions).toHaveLength(dialogue.length);
  });

  it('finds every sentence over the noise of a room', async () => {
    const composed = composeSpeech({ pool, clips: dialogue, gapsMs: [600], noiseDb: -45 });
    const speech = await speechOf(composed.samples);
    expect(worstCoverage(composed, speech)).toBeGreaterThan(0.95);
    expect(speech.regions.length).toBeGreaterThan(dialogue.length / 2);
  });

  it('detects a second voice that is 18 dB quieter', async () => {
    const composed = composeSpeech({
      pool,
      clips: dialogue,
      gapsMs: [250, 500],
      gainsDb: [0, -18],
      noiseDb: -55,
    });
    expect(worstCoverage(composed, await speechOf(composed.samples))).toBeGreaterThan(0.95);
  });

  it('keeps everything when speech and noise cannot be told apart', async () => {
    const composed = composeSpeech({ pool, clips: dialogue, gapsMs: [300], noiseDb: -27 });
    const { regions, totalMs } = await speechOf(composed.samples);
    expect(regions).toEqual([{ startMs: 0, endMs: totalMs }]);
  });

  it('finds one sentence in five minutes of room noise, and not the noise', async () => {
    const composed = composeSpeech({
      pool,
      clips: dialogue.slice(0, 3),
      gapsMs: [100_000],
      noiseDb: -50,
    });
    const speech = await speechOf(composed.samples);
    expect(worstCoverage(composed, speech)).toBeGreaterThan(0.95);
    expect(overlap({ startMs: 0, endMs: speech.totalMs }, speech.regions)).toBeLessThan(15_000);
  });

  it.each([
    ['digital silence', noise(20_000, undefined)],
    ['noise below −60 dBFS', noise(20_000, -65)],
    ['an offset without sound', new Int16Array(160_000).fill(3000)],
    ['nothing', new Int16Array(0)],
  ])('finds none in %s', async (_name, samples) => {
    expect((await speechOf(samples)).regions).toEqual([]);
  });

  it('takes a click for a click', async () => {
    const samples = noise(10_000, -70);
    samples.fill(12_000, 80_000, 80_160).fill(-12_000, 80_080, 80_120);
    expect((await speechOf(samples)).regions).toEqual([]);
  });

  it('measures levels of 10 ms in dBFS and the length in ms', async () => {
    const square = Int16Array.from({ length: 16_000 + 40 }, (_, at) => (at % 2 ? 3277 : -3277));
    const { energies, totalMs } = await speechOf(square);
    expect(totalMs).toBe(1002);
    expect(energies).toHaveLength(101);
    expect(energies[0]).toBeCloseTo(-20, 1);
    expect(energies[100]).toBeCloseTo(-20, 1);
  });
});

describe('speech by probabilities', () => {
  const regions = (probabilities: number[]) =>
    speechRegions(Float32Array.from(probabilities), probabilities.length * 32);
  const frames = (p: number, count: number) => Array.from({ length: count }, () => p);

  it('starts at one half and goes on down to 0.35', () => {
    expect(
      regions([...frames(0.45, 20), ...frames(0.6, 10), ...frames(0.4, 10), ...frames(0.3, 20)]),
    ).toEqual([{ startMs: 20 * 32 - 120, endMs: 40 * 32 + 120 }]);
  });

  it('a click is none, and a short pause belongs to it', () => {
    expect(regions([...frames(0, 20), ...frames(0.9, 7), ...frames(0, 20)])).toEqual([]);
    expect(regions([...frames(0.9, 10), ...frames(0, 9), ...frames(0.9, 10)])).toEqual([
      { startMs: 0, endMs: 29 * 32 },
    ]);
  });
});

it('is asked for by as many requests at once as this machine has processors, whatever others lend', async () => {
  const file = path.join(folder, 'long.s16');
  await writeFile(file, bytesOfS16(noise(3 * 60_000, -40)));
  let [atOnce, most] = [0, 0];
  const speech = async (pcm: Uint8Array) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return new Float32Array(Math.ceil(pcm.length / 1024));
  };
  const source = { path: file, signal: new AbortController().signal };
  await findSpeech(source, { info: { lanes: 1000, vad: true }, speech });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(availableParallelism());
});
