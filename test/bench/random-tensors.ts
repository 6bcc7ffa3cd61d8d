/** Writes tensors with random weights as ggml's older file format has them: fast to write, and of no other use. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { seededRandom } from '../../src/main/speakers/grouping/group-voices.ts';

/** Numbers of `ggml_type`. */
export const F32 = 0;
export const F16 = 1;
export const Q8_0 = 8;
export type WeightType = typeof F32 | typeof F16 | typeof Q8_0;

/** `shape` is innermost first. */
export type Tensor = { name: string; shape: number[]; type: WeightType };

/** Random values are drawn from a table: a value each would take longer than the bench. */
const TABLE_VALUES = 1 << 16;
/** A block of Q8_0 is a scale in f16 and 32 numbers of a byte. */
const BLOCK = 32;
const BLOCK_BYTES = 34;
/** 2⁻¹⁰ in f16, so that the numbers are as large as trained weights. */
const SCALE = 0x1400;

export async function openModelFile(path: string) {
  const out = createWriteStream(path);
  const tables = { [F16]: randomHalves(), [Q8_0]: randomBlocks() };
  const write = async (bytes: Buffer): Promise<void> => {
    if (!out.write(bytes)) await once(out, 'drain');
  };
  return {
    write,
    async tensor({ name, shape, type }: Tensor): Promise<void> {
      await write(int32s(shape.length, Buffer.byteLength(name), type, ...shape));
      await write(Buffer.from(name));
      const count = shape.reduce((product, size) => product * size, 1);
      if (type === F32) return write(smallFloats(count));
      const bytes = type === F16 ? count * 2 : (count / BLOCK) * BLOCK_BYTES;
      await write(Buffer.alloc(bytes, tables[type]));
    },
    async close(): Promise<void> {
      out.end();
      await finished(out);
    },
  };
}

export function int32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, i * 4);
  return bytes;
}

export function smallFloats(count: number): Buffer {
  const random = seededRandom(count);
  return Buffer.from(Float32Array.from({ length: count }, () => random() / 10).buffer);
}

/** f16 numbers of either sign between 2⁻⁷ and 2⁻⁵: about the size of trained weights, and never a denormal. */
function randomHalves(): Buffer {
  const random = seededRandom(1);
  const bytes = Buffer.alloc(TABLE_VALUES * 2);
  for (let i = 0; i < TABLE_VALUES; i++) {
    const sign = random() < 0.5 ? 0x8000 : 0;
    bytes.writeUInt16LE(sign | (0x2000 + Math.floor(random() * 0x800)), i * 2);
  }
  return bytes;
}

function randomBlocks(): Buffer {
  const random = seededRandom(2);
  const bytes = Buffer.alloc((TABLE_VALUES / BLOCK) * BLOCK_BYTES);
  for (let at = 0; at < bytes.length; at++) bytes.writeInt8(Math.floor(random() * 64) - 32, at);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) bytes.writeUInt16LE(SCALE, at);
  return bytes;
}
