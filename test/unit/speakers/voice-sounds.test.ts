import { describe, expect, test } from 'vitest';
import { compareSounds, withSounds } from '../../../src/main/speakers/neural/neural-embeddings.ts';
import { createWindowSound, SOUND_NUMBERS } from '../../../src/main/speakers/sound/window-sound.ts';
import { packEvidence, unpackEvidence } from '../../../src/main/speakers/stored-embeddings.ts';
import type { VoiceEmbeddings } from '../../../src/main/speakers/voice-embeddings.ts';
import { noise } from '../../helpers/corpus/audio.ts';

const RATE = 16_000;
const LAST = SOUND_NUMBERS - 1;
const soundOf = createWindowSound();

/** A buzz of so many pulses a second, as a voice's cords make it. */
function buzz(hz: number, gain = 0.3): Float32Array {
  const period = RATE / hz;
  return Float32Array.from({ length: RATE }, (_, at) => {
    const phase = (at % period) / period;
    return gain * (phase < 0.1 ? 1 - phase * 10 : 0);
  });
}

function row(samples: Float32Array): Float32Array {
  return soundOf(samples) ?? new Float32Array(SOUND_NUMBERS).fill(Number.NaN);
}

function embeddings(sounds: Float32Array | undefined, windows: number): VoiceEmbeddings {
  const vectors = Float32Array.from({ length: windows * 2 }, (_, at) => (at % 2 === 0 ? 0.6 : 0.8));
  const spans = Array.from({ length: windows }, (_, at) => ({
    startMs: at * 500,
    endMs: at * 500 + 500,
  }));
  const digest = 'a'.repeat(64);
  return {
    model: 'm',
    digest,
    space: `neural 2 ${digest.slice(0, 16)}`,
    dim: 2,
    windows: spans,
    vectors,
    sounds,
  };
}

describe('how a window sounds', () => {
  test.each([90, 130, 220])('has the pitch of its voice: %i Hz', (hz) => {
    expect(Math.exp(row(buzz(hz))[LAST] ?? 0)).toBeCloseTo(hz, -1);
  });

  test('is the same however loud it is', () => {
    const [quiet, loud] = [row(buzz(120, 0.01)), row(buzz(120, 0.5))];
    expect(Math.max(...quiet.map((value, at) => Math.abs(value - (loud[at] ?? 0))))).toBeLessThan(
      0.2,
    );
  });

  test.each([
    ['hiss', Float32Array.from(noise(1000, 0.3, 1), (value) => value / 32_768)],
    ['silence', new Float32Array(RATE)],
    ['a click of 10 ms', buzz(120).subarray(0, 160)],
    ['nothing', new Float32Array(0)],
  ])('is not known of %s', (_what, samples) => {
    expect(soundOf(samples)).toBeNull();
  });
});

describe('beside the other windows of a recording', () => {
  test('what is not known counts as the mean, and what all share as nothing', () => {
    const sounds = compareSounds([row(buzz(100)), row(buzz(100)), row(new Float32Array(RATE))]);
    expect(Math.max(...sounds.map(Math.abs))).toBeLessThan(1e-3);
  });

  test('a higher voice is above the mean by as much as a lower one is below', () => {
    const sounds = compareSounds([row(buzz(100)), row(buzz(200))]);
    const [low = 0, high = 0] = [sounds[LAST], sounds[SOUND_NUMBERS + LAST]];
    expect(high).toBeGreaterThan(0.1);
    expect(low).toBeCloseTo(-high, 5);
  });

  test('rows with sounds have length 1; without, they stay as they are', () => {
    const wide = withSounds(embeddings(compareSounds([row(buzz(100)), row(buzz(200))]), 2));
    expect(wide.dim).toBe(2 + SOUND_NUMBERS);
    expect(Math.hypot(...wide.vectors.subarray(0, wide.dim))).toBeCloseTo(1, 5);
    const plain = embeddings(undefined, 2);
    expect(withSounds(plain)).toBe(plain);
  });

  test('they are kept with a transcript, as far as 8 bits go', () => {
    const sounds = compareSounds([row(buzz(100)), row(buzz(200))]);
    const kept = unpackEvidence(
      packEvidence({ regions: [], embeddings: embeddings(sounds, 2) }),
    ).embeddings;
    const off = sounds.map((value, at) => Math.abs(value - (kept.sounds?.[at] ?? Number.NaN)));
    expect(Math.max(...off)).toBeLessThan(0.003);
    const without = packEvidence({ regions: [], embeddings: embeddings(undefined, 2) });
    expect(unpackEvidence(without).embeddings.sounds).toBeUndefined();
  });
});
