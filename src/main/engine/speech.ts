/** Where somebody speaks: adaptive energy voice activity over 16 kHz mono s16 samples on disk. */
import { type PcmSource, readFrameLevels } from './frame-levels.ts';
import { findNoiseFloor } from './noise-floor.ts';

/** A stretch of time, `startMs` inclusive, `endMs` exclusive. */
export type TimeSpan = { startMs: number; endMs: number };

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
const MIN_SPEECH_MS = 250;
const MIN_SILENCE_MS = 300;
const PAD_MS = 120;

/** Reads the samples as a stream (one float per 10 ms stays: 14 MB for 10 h) and finds the speech in them. */
export async function findSpeech(source: PcmSource): Promise<Speech> {
  const { energies, totalMs } = await readFrameLevels(source);
  return { regions: findRegions(energies, totalMs), energies, totalMs };
}

/**
 * Speech starts 9 dB above the noise floor, ends 6 dB above it; pauses under 300 ms belong to the speech, and
 * what lasts under 250 ms is a click. Pure, so that the rules can be tested on made-up levels.
 */
export function findRegions(energies: Float32Array, totalMs: number): TimeSpan[] {
  const floor = findNoiseFloor(energies);
  const regions: TimeSpan[] = [];
  let speaking = false;
  let startMs = 0;
  const finish = (endMs: number) => {
    const last = regions.at(-1);
    if (last !== undefined && startMs - last.endMs < MIN_SILENCE_MS) last.endMs = endMs;
    else regions.push({ startMs, endMs });
  };
  energies.forEach((level, frame) => {
    const noise = floor[frame] ?? Number.NEGATIVE_INFINITY;
    const threshold = Math.max(noise + (speaking ? OFF_DB : ON_DB), QUIETEST_SPEECH_DB);
    const loud = level >= threshold;
    if (loud && !speaking) startMs = frame * FRAME_MS;
    if (!loud && speaking) finish(frame * FRAME_MS);
    speaking = loud;
  });
  if (speaking) finish(totalMs);
  return pad(
    regions.filter((region) => region.endMs - region.startMs >= MIN_SPEECH_MS),
    totalMs,
  );
}

/** Grows regions to both sides; ones that would touch become one. */
function pad(regions: readonly TimeSpan[], totalMs: number): TimeSpan[] {
  const padded: TimeSpan[] = [];
  for (const region of regions) {
    const startMs = Math.max(0, region.startMs - PAD_MS);
    const endMs = Math.min(totalMs, region.endMs + PAD_MS);
    const last = padded.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = endMs;
    else padded.push({ startMs, endMs });
  }
  return padded;
}
