/** Damages bytes as bad disks, bad programs and attackers do; the same random numbers give the same damage. */

const EXTREMES = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/** Headers and indexes lie at the beginning or the end. */
const EDGE = 4096;

export function damaged(bytes: Buffer, random: () => number): Buffer {
  let result: Buffer = Buffer.from(bytes);
  for (let changes = 1 + below(random, 4); changes > 0 && result.length > 0; changes--) {
    result = damagedOnce(result, random);
  }
  return result;
}

function damagedOnce(bytes: Buffer, random: () => number): Buffer {
  const at = placeIn(bytes.length, random);
  const length = 1 + below(random, Math.min(bytes.length - at, 2000));
  const [before, block, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  const changes: (() => Buffer)[] = [
    // A bit, and some bytes of noise.
    () => Buffer.concat([before, flipped(block, random), after]),
    () => Buffer.concat([before, noise(block.length, random), after]),
    // Cut off, cut out, zeroed, there again.
    () => (random() < 0.3 ? before : Buffer.concat([before, after])),
    () => Buffer.concat([before, Buffer.alloc(length), after]),
    () => Buffer.concat([before, ...Array(1 + below(random, 20)).fill(block), after]),
    // Another part of the same file.
    () => Buffer.concat([before, bytes.subarray(placeIn(bytes.length, random)), after]),
    // A number of a header.
    ...Array(4).fill(() => withExtreme(bytes, at, random)),
  ];
  return changes[below(random, changes.length)]?.() ?? bytes;
}

function withExtreme(bytes: Buffer, at: number, random: () => number): Buffer {
  const number = Buffer.alloc(4);
  const value = EXTREMES[below(random, EXTREMES.length)] ?? 0;
  if (random() < 0.5) number.writeUInt32LE(value);
  else number.writeUInt32BE(value);
  const place = at - (at % 4);
  const size = random() < 0.3 ? 2 : 4;
  return Buffer.concat([
    bytes.subarray(0, place),
    number.subarray(0, size),
    bytes.subarray(place + size),
  ]);
}

function flipped(block: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(block);
  copy[0] = (copy[0] ?? 0) ^ (1 << below(random, 8));
  return copy;
}

function noise(length: number, random: () => number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, () => below(random, 256)));
}

function placeIn(length: number, random: () => number): number {
  const edge = below(random, Math.min(length, random() < 0.5 ? 64 : EDGE));
  const where = random();
  if (where < 0.5) return edge;
  return where < 0.8 ? length - 1 - edge : below(random, length);
}

function below(random: () => number, count: number): number {
  return Math.floor(random() * count);
}
