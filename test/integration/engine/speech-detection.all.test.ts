import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { findSpeech } from '../../../src/main/engine/speech/find-speech.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';
import {
  bytesOfS16,
  composeSpeech,
  loadPool,
  noise,
  poolClips,
} from '../../helpers/corpus/audio.ts';
import { synthesize } from '../../helpers/corpus/sounds.ts';
import { demoModel, openEngine } from '../../helpers/engines/engine.ts';
import { dose } from '../../helpers/harness/dose.ts';

// The real engine shares the processors with the other tests.
vi.setConfig({ testTimeout: 120_000 });

const signal = new AbortController().signal;
const pool = loadPool();
const path = join(tmpdir(), `steno-speech-${process.pid}.s16`);
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ modelPath: demoModel, lanes: 2, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(path, { force: true });
});

async function regionsIn(samples: Int16Array): Promise<TimeSpan[]> {
  await writeFile(path, bytesOfS16(samples));
  return (await findSpeech({ path, signal }, engine)).regions;
}

describe('the engine tells speech from other sounds', () => {
  test('one probability for every 32 ms, the last for what is left', async () => {
    expect(await engine.speech(new Uint8Array(512 * 2 * 10), {})).toHaveLength(10);
    expect(await engine.speech(new Uint8Array(512 * 2 * 10 + 2), {})).toHaveLength(11);
  });

  test('every sentence of minutes, over several requests, and the pauses between them', async () => {
    const clips = poolClips().slice(0, dose(12, 24));
    const composed = composeSpeech({ pool, clips, gapsMs: [900, 2500], noiseDb: -55 });
    const regions = await regionsIn(composed.samples);
    for (const { startMs, endMs } of composed.truth) {
      const inside = regions.some((one) => one.startMs <= startMs && one.endMs >= endMs);
      expect(inside, `${startMs}–${endMs} ms`).toBe(true);
    }
    for (const [index, { startMs }] of composed.truth.entries()) {
      const middle = ((composed.truth[index - 1]?.endMs ?? 0) + startMs) / 2;
      expect(regions.some((one) => one.startMs <= middle && one.endMs > middle)).toBe(false);
    }
  });

  test.each(['white noise', 'pink noise', 'hum', 'chord', 'tune'] as const)(
    'none in %s',
    async (sound) => {
      expect(await regionsIn(synthesize(sound, dose(20_000, 45_000)))).toEqual([]);
    },
  );

  test('none in quiet noise and in silence', async () => {
    expect(await regionsIn(noise(45_000, -60))).toEqual([]);
    expect(await regionsIn(new Int16Array(45_000 * 16))).toEqual([]);
  });
});
