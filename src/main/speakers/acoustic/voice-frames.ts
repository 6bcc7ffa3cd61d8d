import type { TimeSpan } from '../../../shared/time.ts';
import type { Samples } from '../samples.ts';
import { createCepstra } from './cepstra.ts';
import { findPitch } from './pitch.ts';

/** c1…c19; c0 is loudness and says nothing about a voice. */
export const CEPSTRA = 19;
const SAMPLES_PER_MS = 16;
const FRAME_MS = 25;
const STEP_MS = 10;
/** Low voices need two of their periods. */
const PITCH_MS = 50;
/** Of the frames of a span; the others are too quiet to be vowels. */
const QUIETER_PART = 0.4;

/** A voiced frame of 25 ms: its pitch in Hz and its cepstra. */
export type VoiceFrame = { atMs: number; pitch: number; cepstra: Float32Array };
/** Of a span, the louder frames that are voiced. */
export type VoiceFrames = (span: TimeSpan) => VoiceFrame[];

/**
 * Frames of 25 ms every 10 ms, of which only the voiced, louder ones count. Spans are asked for in order of their starts,
 * so that frames in two of them are looked at once.
 */
export function createVoiceFrames(samples: Samples): VoiceFrames {
  const cepstraOf = createCepstra(CEPSTRA);
  /** Null where a frame is not voiced. */
  const known = new Map<number, VoiceFrame | null>();
  const describe = (at: number, frame: Float32Array, longer: Float32Array): VoiceFrame | null => {
    const pitch = findPitch(longer);
    return pitch === null ? null : { atMs: at * STEP_MS, pitch, cepstra: cepstraOf(frame) };
  };
  return ({ startMs, endMs }) => {
    const first = Math.floor(startMs / STEP_MS);
    for (const frame of known.keys()) if (frame < first) known.delete(frame);
    const sound = samples.read({ startMs: first * STEP_MS, endMs });
    const part = (index: number, ms: number) =>
      sound.subarray(index * STEP_MS * SAMPLES_PER_MS, (index * STEP_MS + ms) * SAMPLES_PER_MS);
    const count = Math.floor((sound.length / SAMPLES_PER_MS - PITCH_MS) / STEP_MS) + 1;
    const energies = Array.from({ length: Math.max(0, count) }, (_, index) =>
      energyOf(part(index, FRAME_MS)),
    );
    return louderFrames(energies).flatMap((index) => {
      const at = first + index;
      const found = known.get(at);
      const frame =
        found === undefined ? describe(at, part(index, FRAME_MS), part(index, PITCH_MS)) : found;
      known.set(at, frame);
      return frame ?? [];
    });
  };
}

/** The indexes of the frames that are loud enough to be vowels. */
export function louderFrames(energies: readonly number[]): number[] {
  const least = energies.toSorted((a, b) => a - b)[Math.floor(energies.length * QUIETER_PART)] ?? 0;
  return energies.flatMap((energy, index) => (energy > 0 && energy >= least ? [index] : []));
}

export function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  return sum;
}
