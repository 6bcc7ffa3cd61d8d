import { type FileHandle, open } from 'node:fs/promises';
import type { ChannelLevels, QuietTrack } from '../../core/audio-channels.ts';
import { FREE_DISK_FLOOR, requireFreeDisk } from '../../core/disk-space.ts';
import { publishMade } from '../../core/durable-files.ts';
import { STEP_MS } from './channel-levels.ts';
import { createGain, SAMPLE_RATE } from './ffmpeg.ts';

const SAMPLES_A_STEP = (SAMPLE_RATE / 1000) * STEP_MS;
/** Ten seconds are read at a time. */
const STEPS_A_READ = 100;
const SAMPLES_A_READ = SAMPLES_A_STEP * STEPS_A_READ;

/**
 * Mixes decoded tracks to `output`, which lasts as long as the longest of them, and measures their levels. Every track
 * keeps its own loudness, unless it is `quiet`; sums louder than full scale are limited to it.
 *
 * @throws AppError `disk_full`; the signal's reason when aborted
 */
export async function mixTracks({
  tracks,
  quiet = [],
  output,
  signal,
}: {
  /** 16 kHz mono s16le; null for one that is silent. */
  tracks: readonly (string | null)[];
  quiet?: readonly QuietTrack[];
  output: string;
  signal: AbortSignal;
}): Promise<{ durationMs: number; levels: ChannelLevels }> {
  await using files = new AsyncDisposableStack();
  const inputs: (FileHandle | null)[] = [];
  for (const track of tracks) {
    inputs.push(track === null ? null : files.use(await open(track, 'r')));
  }
  const sizes = await Promise.all(inputs.map(async (file) => (await file?.stat())?.size ?? 0));
  const samples = Math.floor(Math.max(0, ...sizes) / 2);
  await requireFreeDisk(output, samples * 2, FREE_DISK_FLOOR);
  const mix: Mix = { inputs, quiet, samples, signal };
  const values = await publishMade(output, (part) => writeMix(part, mix));
  const levels = { stepMs: STEP_MS, channels: tracks.length, values, ofTracks: true };
  return { durationMs: Math.floor((samples * 1000) / SAMPLE_RATE), levels };
}

type Mix = {
  inputs: readonly (FileHandle | null)[];
  quiet: readonly QuietTrack[];
  samples: number;
  signal: AbortSignal;
};

/** Returns the levels before any gain, as `ChannelLevels` has them; an incomplete step at the end has none. */
async function writeMix(
  path: string,
  { inputs, quiet, samples, signal }: Mix,
): Promise<Float32Array> {
  const gains = new Map(quiet.map((one) => [one.track, createGain(one, SAMPLE_RATE)]));
  const steps = Math.floor(samples / SAMPLES_A_STEP);
  const stride = inputs.length + 1;
  const values = new Float32Array(steps * stride);
  await using file = await open(path, 'w', 0o600);
  for (let at = 0; at < samples; at += SAMPLES_A_READ) {
    signal.throwIfAborted();
    const sums = new Int32Array(Math.min(SAMPLES_A_READ, samples - at));
    for (const [index, input] of inputs.entries()) {
      if (input === null) continue;
      const read = await readSamples(input, at);
      const gainAt = gains.get(index);
      for (let sample = 0; sample < read.length; sample += 1) {
        const gain = gainAt?.(at + sample) ?? 1;
        sums[sample] = (sums[sample] ?? 0) + gain * (read[sample] ?? 0);
      }
      for (let from = 0; from + SAMPLES_A_STEP <= sums.length; from += SAMPLES_A_STEP) {
        const step = (at + from) / SAMPLES_A_STEP;
        values[step * stride + index] = powerOf(read.subarray(from, from + SAMPLES_A_STEP));
      }
    }
    const mixed = Int16Array.from(sums, (sum) => Math.max(-32_768, Math.min(32_767, sum)));
    await file.appendFile(new Uint8Array(mixed.buffer));
  }
  return values;
}

/** Fewer at the end of a track, and none behind it. */
async function readSamples(file: FileHandle, at: number): Promise<Int16Array> {
  const samples = new Int16Array(SAMPLES_A_READ);
  const bytes = new Uint8Array(samples.buffer);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at * 2);
  return samples.subarray(0, bytesRead >> 1);
}

/** The mean square over a step; what a track lacks of it is silence. */
function powerOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / (SAMPLES_A_STEP * 32_768 ** 2);
}
