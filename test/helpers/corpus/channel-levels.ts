/** Levels of two channels as they are measured, made by hand. */
import type { ChannelLevels } from '../../../src/main/core/audio-channels.ts';

/** The number of steps of 100 ms, the power of both channels in dB, and their correlation. */
export type Part = [steps: number, left: number, right: number, alike?: number];

/** A line on which no one speaks. */
export const QUIET = -60;

export function levelsOf(parts: readonly Part[]): ChannelLevels {
  const values = parts.flatMap(([steps, left, right, alike = 0]) =>
    Array.from({ length: steps }, () => [
      ...[power(left), power(right)],
      alike * Math.sqrt(power(left) * power(right)),
    ]).flat(),
  );
  return { stepMs: 100, channels: 2, values: Float32Array.from(values), ofTracks: false };
}

function power(db: number): number {
  return 10 ** (db / 10);
}
