/** A recording's voices in few bytes (136 a window, 6.5 MB for ten hours), to be labeled again without it. */
import { z } from 'zod';
import { normalize, rowOf, type TimeSpan, type VoicePrints } from './voice-prints.ts';

const Header = z.object({
  model: z.string().nullable(),
  space: z.string(),
  dim: z.int().nonnegative(),
  windows: z.int().nonnegative(),
  regions: z.int().nonnegative(),
});

export type Evidence = { regions: readonly TimeSpan[]; prints: VoicePrints };

/** A line of JSON, the spans as pairs of 32-bit numbers, and the vectors in 8 bits a number. */
export function packEvidence({ regions, prints }: Evidence): Uint8Array {
  const { model, space, dim, windows, vectors } = prints;
  const header = { model, space, dim, windows: windows.length, regions: regions.length };
  const spans = [...windows, ...regions].flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const numbers = Buffer.alloc(spans.length * 4);
  spans.forEach((value, index) => {
    numbers.writeInt32LE(value, index * 4);
  });
  const small = new Int8Array(vectors.length);
  for (let row = 0; row < windows.length; row += 1) {
    const vector = rowOf(vectors, dim, row);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    vector.forEach((value, index) => {
      small[row * dim + index] = Math.round((value / largest) * 127);
    });
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), numbers, Buffer.from(small)]);
}

/** @throws when the bytes are not what `packEvidence` made. */
export function unpackEvidence(packed: Uint8Array): Evidence {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = bytes.indexOf('\n');
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  const { model, space, dim } = header;
  const spanAt = (index: number): TimeSpan => ({
    startMs: bytes.readInt32LE(end + 1 + index * 8),
    endMs: bytes.readInt32LE(end + 5 + index * 8),
  });
  const spans = Array.from({ length: header.windows + header.regions }, (_, i) => spanAt(i));
  const from = end + 1 + spans.length * 8;
  const vectors = new Float32Array(header.windows * dim).map((_, i) => bytes.readInt8(from + i));
  for (let row = 0; row < header.windows; row += 1) normalize(rowOf(vectors, dim, row));
  const windows = spans.slice(0, header.windows);
  return { regions: spans.slice(header.windows), prints: { model, space, dim, windows, vectors } };
}
