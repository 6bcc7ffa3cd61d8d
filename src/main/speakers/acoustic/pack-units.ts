import {
  type FrameSums,
  meanAndCovariance,
  noFrames,
  sumsOf,
  type VoiceUnit,
} from './frame-sums.ts';

const NUMBERS = noFrames().sums.length + noFrames().products.length;
/** Start, end, how many frames, the size of one step, and mean and covariance in steps. */
const UNIT_BYTES = 4 * 4 + 2 * NUMBERS;
const STEPS = 32_767;

/** Units in 224 bytes each, 4.4 MB for ten hours of speech. */
export function packUnits(units: readonly VoiceUnit[]): Buffer {
  const packed = Buffer.alloc(units.length * UNIT_BYTES);
  units.forEach(({ startMs, endMs, frames }, index) => {
    const { mean, covariance } = meanAndCovariance(frames);
    const numbers = [...mean, ...covariance];
    const step = Math.max(1e-9, ...numbers.map(Math.abs)) / STEPS;
    let at = index * UNIT_BYTES;
    at = packed.writeInt32LE(startMs, at);
    at = packed.writeInt32LE(endMs, at);
    at = packed.writeInt32LE(frames.count, at);
    at = packed.writeFloatLE(step, at);
    for (const number of numbers) at = packed.writeInt16LE(Math.trunc(number / step), at);
  });
  return packed;
}

/** What `packUnits` wrote from `from` on. */
export function unpackUnits(bytes: Buffer, from: number, count: number): VoiceUnit[] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * UNIT_BYTES;
    const step = bytes.readFloatLE(at + 12);
    const numbers = Float64Array.from(
      { length: NUMBERS },
      (_, place) => bytes.readInt16LE(at + 16 + 2 * place) * step,
    );
    const size = noFrames().sums.length;
    const frames: FrameSums = sumsOf(
      bytes.readInt32LE(at + 8),
      numbers.slice(0, size),
      numbers.slice(size),
    );
    return { startMs: bytes.readInt32LE(at), endMs: bytes.readInt32LE(at + 4), frames };
  });
}
