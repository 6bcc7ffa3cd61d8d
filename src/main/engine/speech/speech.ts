/** Where somebody speaks in 16 kHz mono s16 samples on disk. */
import { open } from 'node:fs/promises';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Engine } from '../engine.ts';
import { bytesOf, type PcmSource, readFrameLevels } from './frame-levels.ts';

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

const BLOCK_FRAMES = 100;
const LOWEST_DB = -100;
const BINS_PER_DB = 4;
const BINS = -LOWEST_DB * BINS_PER_DB + 1;
/** Blocks to each side: the floor at a moment comes from the 30 s around it. */
const REACH_BLOCKS = 15;
/** Under this distance between the quiet and the loud tenth, noise and speech cannot be told apart. */
const MIN_RANGE_DB = 15;
/** The same for the loudest hundredth of a whole recording, in which speech may be rare. */
const MIN_PEAK_DB = 18;

/**
 * The noise floor under each frame in dBFS: the quietest tenth (P10) of the 30 s around it, so that it follows a
 * recording from a loud place to a quiet one. Where those 30 s hold only one kind of sound (P90 − P10 under 15 dB),
 * the lower of that and the whole recording's P10 counts. Where the whole recording is of one kind too (P99 − P10
 * under 18 dB), there is no floor (−∞): steady speech without pauses must not be lost.
 */
export function findNoiseFloor(energies: Float32Array): Float32Array {
  const blocks = Math.ceil(energies.length / BLOCK_FRAMES);
  const blockAt = (index: number) =>
    energies.subarray(Math.max(0, index) * BLOCK_FRAMES, Math.max(0, index + 1) * BLOCK_FRAMES);
  const whole = spread(count(new Uint32Array(BINS), energies, 1));
  const around = new Uint32Array(BINS);
  for (let block = 0; block < REACH_BLOCKS; block += 1) count(around, blockAt(block), 1);
  const floor = new Float32Array(energies.length);
  for (let block = 0; block < blocks; block += 1) {
    count(around, blockAt(block + REACH_BLOCKS), 1);
    count(around, blockAt(block - REACH_BLOCKS - 1), -1);
    const level = floorOf(spread(around), whole);
    floor.fill(level, block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES);
  }
  return floor;
}

type Spread = { quiet: number; loud: number; peak: number };

function floorOf(around: Spread, whole: Spread): number {
  if (around.loud - around.quiet >= MIN_RANGE_DB) return around.quiet;
  if (whole.peak - whole.quiet >= MIN_PEAK_DB) return Math.min(around.quiet, whole.quiet);
  return Number.NEGATIVE_INFINITY;
}

/** A histogram in steps of ¼ dB: ten hours of sorting windows would hold everything else up. */
function count(histogram: Uint32Array, levels: Float32Array, by: 1 | -1): Uint32Array {
  for (let frame = 0; frame < levels.length; frame += 1) {
    const level = levels[frame] ?? LOWEST_DB;
    const bin = Math.min(BINS - 1, Math.max(0, Math.round((level - LOWEST_DB) * BINS_PER_DB)));
    histogram[bin] = (histogram[bin] ?? 0) + by;
  }
  return histogram;
}

function spread(histogram: Uint32Array): Spread {
  const total = histogram.reduce((sum, frames) => sum + frames, 0);
  let [below, quiet, loud, peak] = [0, BINS, BINS, BINS];
  for (let bin = 0; bin < BINS; bin += 1) {
    below += histogram[bin] ?? 0;
    if (quiet === BINS && below > total * 0.1) quiet = bin;
    if (loud === BINS && below > total * 0.9) loud = bin;
    if (peak === BINS && below > total * 0.99) peak = bin;
  }
  const level = (bin: number) => LOWEST_DB + bin / BINS_PER_DB;
  return { quiet: level(quiet), loud: level(loud), peak: level(peak) };
}

/** How likely somebody speaks: speech starts at the first, and goes on down to the second (Silero's own defaults). */
const ON_PROBABILITY = 0.5;
const OFF_PROBABILITY = 0.35;
/** What one probability stands for. */
const PROBABILITY_MS = 32;
const MIN_SPEECH_MS = 250;
const MIN_SILENCE_MS = 300;
const PAD_MS = 120;

export type Frames = {
  count: number;
  frameMs: number;
  totalMs: number;
  /** Whether a frame is speech, given whether the one before it was. */
  isSpeech(frame: number, speaking: boolean): boolean;
};

/** Stretches of speech by probabilities of 32 ms each. */
export function speechRegions(probabilities: Float32Array, totalMs: number): TimeSpan[] {
  return joinFrames({
    count: probabilities.length,
    frameMs: PROBABILITY_MS,
    totalMs,
    isSpeech: (frame, speaking) =>
      (probabilities[frame] ?? 0) >= (speaking ? OFF_PROBABILITY : ON_PROBABILITY),
  });
}

/**
 * Pauses under 300 ms belong to the speech, and what lasts under 250 ms is a click. Regions are ordered, never touch,
 * and are padded by 120 ms where there is room.
 */
export function joinFrames({ count, frameMs, totalMs, isSpeech }: Frames): TimeSpan[] {
  const regions: TimeSpan[] = [];
  let speaking = false;
  let startMs = 0;
  const finish = (endMs: number) => {
    const last = regions.at(-1);
    if (last !== undefined && startMs - last.endMs < MIN_SILENCE_MS) last.endMs = endMs;
    else regions.push({ startMs, endMs });
  };
  for (let frame = 0; frame < count; frame += 1) {
    const speech = isSpeech(frame, speaking);
    if (speech && !speaking) startMs = frame * frameMs;
    if (!speech && speaking) finish(frame * frameMs);
    speaking = speech;
  }
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

/** Samples of one probability, two bytes each: 32 ms. */
const FRAME_BYTES = 512 * 2;
/** What one request holds: as many whole frames as fit into the engine's 30 s. */
const REQUEST_FRAMES = 936;
/** The detector starts every request anew; what it says in these first two seconds is dropped, except at the start. */
const WARM_UP_FRAMES = 64;
const STEP_FRAMES = REQUEST_FRAMES - WARM_UP_FRAMES;
const SILENCE = Buffer.alloc(REQUEST_FRAMES * FRAME_BYTES);

/** The end of the last whole request before a moment: what is heard up to there is the same whatever follows. */
export function wholeRequests(ms: number): number {
  const requestMs = STEP_FRAMES * PROBABILITY_MS;
  return Math.floor(ms / requestMs) * requestMs;
}

/**
 * How likely somebody speaks, 0–1, for every 32 ms of a file; asks the engine on all its lanes. It is not asked about
 * digital silence, of which a file of some kilobytes can unfold to hours.
 */
export async function readProbabilities(
  { path, signal, endMs }: PcmSource,
  engine: Pick<Engine, 'info' | 'speech'>,
): Promise<Float32Array> {
  await using file = await open(path, 'r');
  const size = await bytesOf(file, endMs === undefined ? {} : { endMs });
  const probabilities = new Float32Array(Math.ceil(size / FRAME_BYTES));
  let next = 0;
  const lane = async (): Promise<void> => {
    // Free again once the engine has answered; a new one for each request would be 64 MB before they are cleared.
    const pcm = new Uint8Array(REQUEST_FRAMES * FRAME_BYTES);
    for (let from = next; from < probabilities.length; from = next) {
      next += STEP_FRAMES;
      const start = Math.max(0, from - WARM_UP_FRAMES);
      const bytes = (from - start + STEP_FRAMES) * FRAME_BYTES;
      const { bytesRead } = await file.read(pcm, 0, bytes, start * FRAME_BYTES);
      const samples = pcm.subarray(0, bytesRead - (bytesRead % 2));
      signal.throwIfAborted();
      if (SILENCE.subarray(0, samples.length).equals(samples)) continue;
      const heard = await engine.speech(samples, { signal });
      probabilities.set(heard.subarray(from - start), from);
    }
  };
  // All lanes are waited for before the file is closed; the first failure is thrown.
  const ended = await Promise.allSettled(Array.from({ length: engine.info.lanes }, lane));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return probabilities;
}
