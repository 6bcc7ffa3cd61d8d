/** How loud the two sides of a stereo recording are along its length, and how alike: calls have a person on each. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { ChannelLevels } from '../../channels.ts';
import type { Clock } from '../../clock.ts';
import { AppError, isNodeError, isShortage } from '../../errors.ts';
import { publishFile } from '../disk.ts';
import { decoding } from './ffmpeg.ts';
import { againWhenKilled } from './ffmpeg-killed.ts';
import { createLevelMeter, STEP_MS } from './level-meter.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Enough for voices. */
const RATE = 8000;
/** Most stereo recordings hold nearly the same on both sides: of them, no more than this is decoded twice. */
const GIVE_UP_STEPS = (10 * 60_000) / STEP_MS;
const NEARLY_THE_SAME = 0.9;

type MeasureOptions = {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  /** A recording with two channels. */
  input: string;
  /** 120 bytes for each second, 4.3 MB for ten hours. */
  output: string;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (measuredMs: number) => void;
};

/**
 * Decodes a stereo recording once more, both sides of it, and writes their levels to `output`. Resolves to `output`,
 * or to null where both sides are nearly the same or cannot be measured: labels never fail a transcription.
 *
 * @throws the signal's reason when aborted; an error that `isShortage` knows
 */
export async function measureChannels(options: MeasureOptions): Promise<string | null> {
  const part = `${options.output}.part`;
  try {
    const values = await againWhenKilled(() => listen(options));
    if (values === null) return null;
    await writeFile(part, values, { mode: 0o600 });
    await publishFile(part, options.output);
    return options.output;
  } catch (error) {
    await rm(part, { force: true });
    options.signal.throwIfAborted();
    if (isShortage(error)) throw error;
    if (error instanceof AppError || isNodeError(error)) return null;
    throw error;
  }
}

/** Reads what `measureChannels` wrote. */
export async function readChannelLevels(path: string): Promise<ChannelLevels> {
  const bytes = await readFile(path);
  const whole = bytes.length - (bytes.length % 4);
  const values = new Float32Array(Uint8Array.from(bytes.subarray(0, whole)).buffer);
  return { stepMs: STEP_MS, values };
}

async function listen(options: MeasureOptions): Promise<Float32Array | null> {
  const { ffmpeg, input, clock, signal } = options;
  const meter = createLevelMeter(RATE);
  const enough = new AbortController();
  try {
    await runFfmpeg({
      ffmpeg,
      input,
      ...decoding({ rate: RATE, channels: 2 }),
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
