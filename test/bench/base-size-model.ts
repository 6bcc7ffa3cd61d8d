/**
 * Writes a model of base size that transcribes like the demo model: as slow as a real one, and with words to
 * compare. Every vector of the demo model is laid four times side by side, which normalisation does not notice, and
 * layers that change nothing make up the number.
 */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Where the numbers of the header that change with the size lie, and what they are for Whisper base. */
const BASE: [offset: number, value: number][] = [
  [12, 512], // width of the encoder, its heads and layers
  [16, 8],
  [20, 6],
  [28, 512], // the same of the decoder
  [32, 8],
  [36, 6],
];
const COPIES = 4;
const F16 = 1;

type Tensor = { name: string; shape: number[]; type: number; data: Buffer };

export async function writeBaseSizeModel(demoFile: string, path: string): Promise<void> {
  const demo = readFileSync(demoFile);
  const [encoderLayers, decoderLayers] = [demo.readInt32LE(20), demo.readInt32LE(36)];
  const first = afterVocabulary(demo);
  const head = Buffer.from(demo.subarray(0, first));
  for (const [offset, value] of BASE) head.writeInt32LE(value, offset);
  await using file = await open(path, 'w');
  await file.write(head);
  for (const tensor of readTensors(demo, first)) {
    const added = tensor.name.startsWith('encoder') ? 6 - encoderLayers : 6 - decoderLayers;
    const wide = widen(tensor);
    if (blockOf(tensor.name) === 0) {
      for (let block = 0; block < added; block++) await file.write(bytesOf(idle(wide, block)));
    }
    await file.write(bytesOf(renamed(wide, blockOf(tensor.name) + added)));
  }
}

/** Behind the header, the mel filters and the vocabulary. */
function afterVocabulary(demo: Buffer): number {
  let at = 48;
  at += 8 + demo.readInt32LE(at) * demo.readInt32LE(at + 4) * 4;
  const words = demo.readInt32LE(at);
  at += 4;
  for (let i = 0; i < words; i++) at += 4 + demo.readInt32LE(at);
  return at;
}

function* readTensors(demo: Buffer, first: number): Generator<Tensor> {
  for (let at = first; at < demo.length; ) {
    const dims = demo.readInt32LE(at);
    const nameBytes = demo.readInt32LE(at + 4);
    const type = demo.readInt32LE(at + 8);
    at += 12;
    const shape = Array.from({ length: dims }, (_, i) => demo.readInt32LE(at + i * 4));
    at += dims * 4;
    const name = demo.toString('utf8', at, at + nameBytes);
    at += nameBytes;
    const bytes = shape.reduce((all, size) => all * size, 1) * (type === F16 ? 2 : 4);
    yield { name, shape, type, data: demo.subarray(at, at + bytes) };
    at += bytes;
  }
}

/** −1 for a tensor outside the blocks. */
function blockOf(name: string): number {
  return Number(/\.blocks\.(\d+)\./.exec(name)?.[1] ?? -1);
}

function renamed(tensor: Tensor, block: number): Tensor {
  return { ...tensor, name: tensor.name.replace(/(\.blocks\.)\d+/, `$1${block}`) };
}

/** A block that adds nothing to what passes through it, at the full price. */
function idle(tensor: Tensor, block: number): Tensor {
  const adds = /\.(attn\.out|cross_attn\.out|mlp\.2)\./.test(tensor.name);
  const data = adds ? Buffer.alloc(tensor.data.length) : tensor.data;
  return renamed({ ...tensor, data }, block);
}

/** Inputs come four times, so a matrix takes a quarter of each; outputs are wanted four times. */
function widen(tensor: Tensor): Tensor {
  const { name, shape, data } = tensor;
  const [inner = 1, ...outer] = shape;
  if (name === 'encoder.conv1.weight') return tiled(tensor, [...shape.slice(0, 2), 512], data);
  if (name === 'encoder.conv2.weight') {
    const rows = repeatRows(scaled(tensor, 1 / COPIES), data.length / (outer[1] ?? 1));
    return tiled(tensor, [inner, 512, 512], rows);
  }
  if (/positional_embedding|token_embedding/.test(name)) {
    // Four times the width would make every score of a word four times as high: decoder.ln takes a quarter.
    return { ...tensor, shape: [512, ...outer], data: repeatRows(data, rowBytes(tensor)) };
  }
  if (outer.length === 0 || inner === 1) {
    const values = name.startsWith('decoder.ln.') ? scaled(tensor, 1 / COPIES) : data;
    return tiled(tensor, shape.with(-1, (shape.at(-1) ?? 0) * COPIES), values);
  }
  const rows = repeatRows(scaled(tensor, 1 / COPIES), rowBytes(tensor));
  return tiled(tensor, [inner * COPIES, (outer[0] ?? 0) * COPIES], rows);
}

function rowBytes({ shape, type }: Tensor): number {
  return (shape[0] ?? 0) * (type === F16 ? 2 : 4);
}

function tiled(tensor: Tensor, shape: number[], data: Buffer): Tensor {
  return { ...tensor, shape, data: Buffer.concat(Array(COPIES).fill(data)) };
}

function repeatRows(data: Buffer, bytes: number): Buffer {
  const rows: Buffer[] = [];
  for (let at = 0; at < data.length; at += bytes) {
    const row = data.subarray(at, at + bytes);
    for (let copy = 0; copy < COPIES; copy++) rows.push(row);
  }
  return Buffer.concat(rows);
}

/** By a power of two: exact. */
function scaled({ type, data }: Tensor, by: number): Buffer {
  const copy = Uint8Array.from(data).buffer;
  const values = type === F16 ? new Float16Array(copy) : new Float32Array(copy);
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * by;
  return Buffer.from(copy);
}

function bytesOf({ name, shape, type, data }: Tensor): Buffer {
  const bytes = Buffer.from(name);
  const head = Buffer.from(Int32Array.of(shape.length, bytes.length, type, ...shape).buffer);
  return Buffer.concat([head, bytes, data]);
}
