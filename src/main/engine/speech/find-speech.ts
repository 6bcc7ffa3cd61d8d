/** Finds speech in 16 kHz mono s16 samples on disk. */
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Engine, EngineInfo } from '../engine.ts';
import { bytesOf, type PcmSource, readFrameLevels } from './frame-levels.ts';

export type Speech = {
  /** Ordered, never adjacent, padded by 120 ms where possible. */
  regions: TimeSpan[];
  /** The level of every 10 ms in dBFS, −100 for digital silence. */
  energies: Float32Array;
  totalMs: number;
};

const FRAME_MS = 10;
const ON_DB = 9;
const OFF_DB = 6;
const QUIETEST_SPEECH_DB = -60;

type Detector = Pick<Engine, 'speech'> & { info: Pick<EngineInfo, 'lanes' | 'vad'> };

/**
 * Streams the samples and finds the speech in them (10 h keep 18 MB in memory): with the engine's detector, or by level
 * if the engine has none.
 */
export async function findSpeech(source: PcmSource, engine: Detector | null): Promise<Speech> {
  const { energies, totalMs } = await readFrameLevels(source);
  const regions = engine?.info.vad
    ? speechRegions(await readProbabilities(source, engine), totalMs)
    : findRegions(energies, totalMs);
  return { regions, energies, totalMs };
}

/** By level: speech starts 9 dB above the noise floor and ends where it drops below 6 dB above it. */
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
/** Blocks on each side: the floor at a moment comes from the 30 s around it. */
const REACH_BLOCKS = 15;
/** If the 10th and 90th percentiles are closer than this, noise and speech cannot be distinguished. */
const MIN_RANGE_DB = 15;
/** The same for the 99th percentile of a whole recording, in which speech may be rare. */
const MIN_PEAK_DB = 18;

/**
 * The noise floor under each frame in dBFS: the 10th percentile (P10) of the 30 s around it, so that it follows changes
 * of location. If those 30 s hold only one kind of sound (P90 − P10 under 15 dB), the lower of that and the whole
 * recording's P10 applies. If the whole recording is of one kind too (P99 − P10 under 18 dB), there is no floor (−∞):
 * steady speech without pauses must not be lost.
 */
function findNoiseFloor(energies: Float32Array): Float32Array {
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

/** Updates a histogram in steps of ¼ dB: sorting each window of a ten-hour recording would block everything else. */
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

/** Speech starts at the first probability and continues down to the second (Silero's defaults). */
const ON_PROBABILITY = 0.5;
const OFF_PROBABILITY = 0.35;
const PROBABILITY_MS = 32;
const MIN_SPEECH_MS = 250;
const MIN_SILENCE_MS = 300;
const PAD_MS = 120;

type Frames = {
  count: number;
  frameMs: number;
  totalMs: number;
  /** Whether a frame is speech, given whether the previous frame was. */
  isSpeech(frame: number, speaking: boolean): boolean;
};

/** The speech regions that probabilities of 32 ms each describe. */
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
 * Joins frames into regions. Pauses under 300 ms count as speech; sounds under 250 ms count as clicks. Regions are
 * ordered, never adjacent, and padded by 120 ms where possible.
 */
function joinFrames({ count, frameMs, totalMs, isSpeech }: Frames): TimeSpan[] {
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

/** Extends regions on both sides and merges those that would touch. */
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

/** The samples of one probability, two bytes each: 32 ms. */
const FRAME_BYTES = 512 * 2;
/** The size of one request: as many whole frames as fit into the engine's 30 s. */
const REQUEST_FRAMES = 936;
/**
 * The detector starts each request with fresh state; its first two seconds are discarded, except at the start of the
 * recording.
 */
const WARM_UP_FRAMES = 64;
const STEP_FRAMES = REQUEST_FRAMES - WARM_UP_FRAMES;
const SILENCE = Buffer.alloc(REQUEST_FRAMES * FRAME_BYTES);

/** The end of the last whole request before a time: the probabilities up to there do not depend on what follows. */
export function wholeRequests(ms: number): number {
  const requestMs = STEP_FRAMES * PROBABILITY_MS;
  return Math.floor(ms / requestMs) * requestMs;
}

/**
 * The probability of speech, 0–1, for every 32 ms of a file, computed on all lanes of the engine. Digital silence is
 * skipped: a file of a few kilobytes can decompress to hours of it.
 */
async function readProbabilities(
  { path, signal, endMs }: PcmSource,
  engine: Detector,
): Promise<Float32Array> {
  await using file = await open(path, 'r');
  const size = await bytesOf(file, endMs === undefined ? {} : { endMs });
  const probabilities = new Float32Array(Math.ceil(size / FRAME_BYTES));
  let next = 0;
  const lane = async (): Promise<void> => {
    // Reused once the engine has answered: one buffer per request would hold 64 MB until they are collected.
    const pcm = new Uint8Array(REQUEST_FRAMES * FRAME_BYTES);
    for (let from = next; from < probabilities.length; from = next) {
      next += STEP_FRAMES;
      const start = Math.max(0, from - WARM_UP_FRAMES);
      const bytes = (from - start + STEP_FRAMES) * FRAME_BYTES;
      const { bytesRead } = await file.read(pcm, 0, bytes, start * FRAME_BYTES);
      const samples = pcm.subarray(0, bytesRead - (bytesRead % 2));
      signal.throwIfAborted();
      if (SILENCE.subarray(0, samples.length).equals(samples)) continue;
      const detected = await engine.speech(samples, { signal });
      probabilities.set(detected.subarray(from - start), from);
    }
  };
  // Speech is found on this machine, however many lanes others lend: each holds a megabyte.
  const lanes = Math.min(engine.info.lanes, availableParallelism());
  // Waits for all lanes before closing the file; the first failure is thrown.
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return probabilities;
}
