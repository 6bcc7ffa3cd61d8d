import { open } from 'node:fs/promises';

export type PcmSource = {
  /** s16le, mono, 16 kHz. */
  path: string;
  /** Where to stop, if before the end: a time that `wholeRequests` in speech.ts returned. */
  endMs?: number;
  signal: AbortSignal;
  /** Progress, 0–1. */
  onProgress?: (fraction: number) => void;
};

const SAMPLES_PER_MS = 16;
const FRAME_BYTES = 10 * SAMPLES_PER_MS * 2;
const CHUNK_BYTES = FRAME_BYTES * 2048;
const SILENCE_DB = -100;

/** The level of every 10 ms in dBFS, and the length in ms; a remainder under 10 ms is its own frame. */
export async function readFrameLevels(
  source: PcmSource,
): Promise<{ energies: Float32Array; totalMs: number }> {
  await using file = await open(source.path, 'r');
  const size = await bytesOf(file, source);
  const energies = new Float32Array(Math.ceil(size / FRAME_BYTES)).fill(SILENCE_DB);
  // One buffer for the whole file: a stream's many buffers would stay in memory until the next
  // garbage collection.
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let from = 0; from < size; from += CHUNK_BYTES) {
    source.signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, size - from), from);
    for (let at = 0; at + 1 < bytesRead; at += FRAME_BYTES) {
      const end = Math.min(at + FRAME_BYTES, bytesRead);
      energies[(from + at) / FRAME_BYTES] = frameLevel(chunk, at, end);
    }
    source.onProgress?.(Math.min(1, (from + bytesRead) / size));
  }
  return { energies, totalMs: Math.floor(size / 2 / SAMPLES_PER_MS) };
}

export async function bytesOf(
  file: { stat(): Promise<{ size: number }> },
  { endMs = Number.POSITIVE_INFINITY }: Pick<PcmSource, 'endMs'>,
): Promise<number> {
  return Math.min((await file.stat()).size, endMs * SAMPLES_PER_MS * 2);
}

/** Root mean square around the frame's own mean, because a DC offset is not a sound. */
function frameLevel(bytes: Buffer, from: number, to: number): number {
  const samples = Math.floor((to - from) / 2);
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < samples; index += 1) {
    const sample = bytes.readInt16LE(from + index * 2);
    sum += sample;
    squares += sample * sample;
  }
  const variance = Math.max(0, squares / samples - (sum / samples) ** 2);
  if (variance === 0) return SILENCE_DB;
  return Math.max(SILENCE_DB, 10 * Math.log10(variance) - 20 * Math.log10(32_768));
}
