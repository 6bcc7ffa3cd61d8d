import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export type PcmSource = {
  /** s16le, mono, 16 kHz. */
  path: string;
  signal: AbortSignal;
  /** 0–1 */
  onProgress?: (fraction: number) => void;
};

const SAMPLES_PER_MS = 16;
const FRAME_BYTES = 10 * SAMPLES_PER_MS * 2;
const CHUNK_BYTES = FRAME_BYTES * 2048;
const SILENCE_DB = -100;

/** The level of every 10 ms in dBFS, and the length in ms; a rest of under 10 ms is a frame of its own. */
export async function readFrameLevels(
  source: PcmSource,
): Promise<{ energies: Float32Array; totalMs: number }> {
  const { size } = await stat(source.path);
  const energies = new Float32Array(Math.ceil(size / FRAME_BYTES)).fill(SILENCE_DB);
  let frame = 0;
  let rest: Buffer = Buffer.alloc(0);
  const stream: AsyncIterable<Buffer> = createReadStream(source.path, {
    highWaterMark: CHUNK_BYTES,
    signal: source.signal,
  });
  for await (const chunk of stream) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = data.length - (data.length % FRAME_BYTES);
    for (let at = 0; at < whole; at += FRAME_BYTES) {
      energies[frame++] = frameLevel(data.subarray(at, at + FRAME_BYTES));
    }
    rest = data.subarray(whole);
    source.onProgress?.(Math.min(1, (frame * FRAME_BYTES) / size));
  }
  if (rest.length > 1) energies[frame] = frameLevel(rest);
  return { energies, totalMs: Math.floor(size / 2 / SAMPLES_PER_MS) };
}

/** Root mean square around the frame's own mean, because a constant offset is not a sound. */
function frameLevel(bytes: Buffer): number {
  const samples = Math.floor(bytes.length / 2);
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < samples; index += 1) {
    const sample = bytes.readInt16LE(index * 2);
    sum += sample;
    squares += sample * sample;
  }
  const variance = Math.max(0, squares / samples - (sum / samples) ** 2);
  if (variance === 0) return SILENCE_DB;
  return Math.max(SILENCE_DB, 10 * Math.log10(variance) - 20 * Math.log10(32_768));
}
