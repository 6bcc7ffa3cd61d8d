/** The levels of channels and tracks. Calls record one party on each channel, which their correlation shows. */
import { readFile, writeFile } from 'node:fs/promises';
import type { ChannelLevels } from '../../core/audio-channels.ts';
import type { Clock } from '../../core/clock.ts';
import { publishMade } from '../../core/durable-files.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { isShortage } from '../../core/system-errors.ts';
import { decoding } from './ffmpeg.ts';
import { againWhenKilled, runFfmpeg } from './run-ffmpeg.ts';

export const STEP_MS = 100;

type LevelMeter = {
  /** Interleaved s16le samples in chunks; an incomplete step at the end is ignored. */
  add(chunk: Uint8Array): void;
  /** Three numbers per step, with full scale 1: the mean squares of left and right, and the mean of their product. */
  values(): Float32Array;
  steps(): number;
  /** Correlation of the channels so far: 1 when they are identical, 0 when they have nothing in common. */
  correlation(): number;
};

/** Measures both channels of stereo samples and keeps 12 bytes per tenth of a second. */
export function createLevelMeter(rate: number): LevelMeter {
  const size = (rate / 1000) * STEP_MS * 2;
  const scale = (size / 2) * 32_768 ** 2;
  const values: number[] = [];
  const sums = { left: 0, right: 0, product: 0 };
  let rest: Uint8Array = new Uint8Array(0);

  const addStep = (pairs: Int16Array) => {
    let [left, right, product] = [0, 0, 0];
    for (let index = 0; index < pairs.length; index += 2) {
      const [a, b] = [pairs[index] ?? 0, pairs[index + 1] ?? 0];
      left += a * a;
      right += b * b;
      product += a * b;
    }
    values.push(left / scale, right / scale, product / scale);
    sums.left += left / scale;
    sums.right += right / scale;
    sums.product += product / scale;
  };

  return {
    add(chunk) {
      const bytes = Uint8Array.from(Buffer.concat([rest, chunk]));
      const samples = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
      const whole = samples.length - (samples.length % size);
      for (let at = 0; at < whole; at += size) addStep(samples.subarray(at, at + size));
      rest = bytes.subarray(whole * 2);
    },
    values: () => Float32Array.from(values),
    steps: () => values.length / 3,
    correlation: () => Math.abs(sums.product) / Math.max(1e-12, Math.sqrt(sums.left * sums.right)),
  };
}

/** Enough bandwidth for speech. */
const RATE = 8000;
/** Most stereo recordings have nearly identical channels; those are decoded twice for no longer than this. */
const GIVE_UP_STEPS = (10 * 60_000) / STEP_MS;
const NEARLY_THE_SAME = 0.9;

type MeasureOptions = {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  /** A recording whose track has two channels. */
  input: string;
  /** The number of the audio track; the first when left out. */
  track?: number;
  /** 120 bytes for each second, 4.3 MB for ten hours. */
  output: string;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (measuredMs: number) => void;
};

/**
 * Decodes both channels of a stereo recording a second time and writes their levels to `output`. Resolves to `output`,
 * or to null when the channels are nearly identical or cannot be measured: speaker labels never fail a transcription.
 *
 * @throws the signal's reason when aborted; an error that `isShortage` recognizes
 */
export async function measureChannels(options: MeasureOptions): Promise<string | null> {
  try {
    const values = await againWhenKilled(() => listen(options));
    if (values === null) return null;
    const levels = { stepMs: STEP_MS, channels: 2, values, ofTracks: false };
    await writeChannelLevels(options.output, levels);
    return options.output;
  } catch (error) {
    options.signal.throwIfAborted();
    if (isShortage(error)) throw error;
    if (error instanceof AppError || isNodeError(error)) return null;
    throw error;
  }
}

/** Two numbers, how many channels there are and whether they are tracks, and the levels. */
export async function writeChannelLevels(
  path: string,
  { channels, ofTracks, values }: ChannelLevels,
): Promise<void> {
  const head = Float32Array.of(channels, ofTracks ? 1 : 0);
  const content = Buffer.concat([bytesOf(head), bytesOf(values)]);
  await publishMade(path, (part) => writeFile(part, content, { mode: 0o600 }));
}

/** Reads what `writeChannelLevels` wrote. */
export async function readChannelLevels(path: string): Promise<ChannelLevels> {
  const bytes = await readFile(path);
  const whole = bytes.length - (bytes.length % 4);
  const numbers = new Float32Array(Uint8Array.from(bytes.subarray(0, whole)).buffer);
  const [channels = 2, ofTracks] = numbers;
  return { stepMs: STEP_MS, channels, values: numbers.subarray(2), ofTracks: ofTracks === 1 };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function listen(options: MeasureOptions): Promise<Float32Array | null> {
  const { ffmpeg, input, track = 1, clock, signal } = options;
  const meter = createLevelMeter(RATE);
  const enough = new AbortController();
  try {
    await runFfmpeg({
      ffmpeg,
      input,
      ...decoding({ rate: RATE, channels: 2, track }),
      clock,
      signal: AbortSignal.any([signal, enough.signal]),
      onStdout: (chunk) => {
        meter.add(chunk);
        options.onProgress?.(meter.steps() * STEP_MS);
        const settled = meter.steps() >= GIVE_UP_STEPS;
        if (settled && meter.correlation() > NEARLY_THE_SAME) enough.abort();
      },
    });
    return meter.values();
  } catch (error) {
    if (enough.signal.aborted && !signal.aborted) return null;
    throw error;
  }
}
