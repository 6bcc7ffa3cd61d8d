import { createCepstra } from './cepstra.ts';
import { findPitch } from './pitch.ts';
import { CEPSTRA, energyOf, louderFrames, type VoiceFrame } from './voice-frames.ts';

/** How many numbers a sound has: the cepstra and the pitch. */
export const SOUND_NUMBERS = CEPSTRA + 1;
const RATE_PER_MS = 16;
const FRAME = 25 * RATE_PER_MS;
const LONGER_FRAME = 50 * RATE_PER_MS;
/** Twice the step of the method without a model: of the mean, half the frames say as much. */
const STEP_MS = 20;
const LEAST_FRAMES = 5;

/** How a window of 16 kHz samples sounds: see `soundOfFrames`; null where hardly anything is voiced. */
export function createWindowSound(): (samples: Float32Array) => Float32Array | null {
  const cepstraOf = createCepstra(CEPSTRA);
  return (samples) => {
    const step = STEP_MS * RATE_PER_MS;
    const count = Math.max(0, Math.floor((samples.length - LONGER_FRAME) / step) + 1);
    const part = (index: number, length: number) =>
      samples.subarray(index * step, index * step + length);
    const energies = Array.from({ length: count }, (_, index) => energyOf(part(index, FRAME)));
    const frames = louderFrames(energies).flatMap((index): VoiceFrame[] => {
      const pitch = findPitch(part(index, LONGER_FRAME));
      if (pitch === null) return [];
      return [{ atMs: index * STEP_MS, pitch, cepstra: cepstraOf(part(index, FRAME)) }];
    });
    return frames.length < LEAST_FRAMES ? null : soundOfFrames(frames);
  };
}

/** The mean cepstra, and the median of the logarithms of the pitches. */
export function soundOfFrames(frames: readonly VoiceFrame[]): Float32Array {
  const sound = new Float32Array(SOUND_NUMBERS);
  for (const { cepstra } of frames) {
    for (let c = 0; c < CEPSTRA; c += 1) {
      sound[c] = (sound[c] ?? 0) + (cepstra[c] ?? 0) / frames.length;
    }
  }
  const pitches = frames.map(({ pitch }) => pitch).toSorted((a, b) => a - b);
  sound[CEPSTRA] = Math.log(pitches[pitches.length >> 1] ?? 1);
  return sound;
}
