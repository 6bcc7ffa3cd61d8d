import { type FileHandle, open } from 'node:fs/promises';

const HEAD_BYTES = 8;
/** Sizes written by programs that do not know the length yet; ffmpeg then reads to the end on its own. */
const UNKNOWN_SIZES: ReadonlySet<number> = new Set([0, 0xffff_ffff]);
const MAX_CHUNKS = 1000;

/**
 * Whether a WAV continues beyond the size in its header, as files over 4 GB do because that size has 32 bits. Chunks of
 * other types may follow the samples; anything else there is more samples.
 */
export async function goesOnBehindHeader(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const form = await readAt(file, 0, 12);
  if (!/^RIFF.{4}WAVE$/s.test(form.toString('latin1'))) return false;
  let at = 12;
  let behindData = false;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const head = await readAt(file, at, HEAD_BYTES);
    if (head.length < HEAD_BYTES) return false;
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    if (behindData && !(/^[\x20-\x7e]{4}$/.test(name) && at + bytes <= size)) return true;
    if (name === 'data' && UNKNOWN_SIZES.has(bytes)) return false;
    if (name === 'data') behindData = true;
    // Chunks start at even offsets.
    at += HEAD_BYTES + bytes + (bytes % 2);
  }
  return false;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}
