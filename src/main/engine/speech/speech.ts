/** Where somebody speaks in 16 kHz mono s16 samples on disk. */

import type { TimeSpan } from '../../../shared/time.ts';
import type { Engine } from '../engine.ts';
import { type PcmSource, readFrameLevels } from './frame-levels.ts';
import { findNoiseFloor } from './noise-floor.ts';
import { joinFrames, speechRegions } from './speech-regions.ts';
import { readProbabilities } from './voice-probabilities.ts';

export type Speech = {
  /** Ordered, never touching, padded by 120 ms where there is room. */
  regions: TimeSpan[];
  /** The level of every 10 ms in dBFS, −100 for digital silence. */
  energies: Float32Array;
  totalMs: number;
};

const FRAME_MS = 10;
const ON_DB = 9;
const OFF_DB = 6;
/** Whatever is quieter than this is nobody speaking. */
const QUIETEST_SPEECH_DB = -60;

/**
 * Reads the samples as a stream and finds the speech in them (18 MB stay for 10 h): by the engine's own detector, or by
 * how loud it is when the engine has none.
 */
export async function findSpeech(
  source: PcmSource,
  engine: Pick<Engine, 'info' | 'speech'> | null,
): Promise<Speech> {
  const { energies, totalMs } = await readFrameLevels(source);
  const regions = engine?.info.vad
    ? speechRegions(await readProbabilities(source, engine), totalMs)
    : findRegions(energies, totalMs);
  return { regions, energies, totalMs };
}

/** By level: speech starts 9 dB above the noise floor and ends 6 dB above it. */
function findRegions(energies: Float32Array, totalMs: number): TimeSpan[] {
  const floor = findNoiseFloor(energies);
  return joinFrames({
    count: energies.length,
    frameMs: FRAME_MS,
    totalMs,
    isSpeech(frame, speaking) {
      const noise = floor[frame] ?? Number.NEGATIVE_INFINITY;
      const threshold = Math.max(noise + (speaking ? OFF_DB : ON_DB), QUIETEST_SPEECH_DB);
      return (energies[frame] ?? Number.NEGATIVE_INFINITY) >= threshold;
    },
  });
}
