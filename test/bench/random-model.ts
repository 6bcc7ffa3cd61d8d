/**
 * Writes a Whisper model of base size with random weights: as fast as a real one of that size, and of no other use.
 * The mel filters and the vocabulary are the demo model's.
 */
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { seededRandom } from '../../src/main/speakers/grouping/group-voices.ts';

const MAGIC = 0x67676d6c;
const F32 = 0;
const F16 = 1;
const HEADER_BYTES = 4 + 11 * 4;
/** Whisper base, in file order: vocabulary, audio and text context, width, heads, layers, mel bands, f16. */
const BASE = [51865, 1500, 512, 8, 6, 448, 512, 8, 6, 80, 1];
const WIDTH = 512;
const LAYERS = 6;
/** Random f16 values are drawn from a table: a value each would take longer than the bench. */
const TABLE_VALUES = 1 << 16;

/** `shape` is innermost first. */
type Tensor = { name: string; shape: number[]; type: typeof F32 | typeof F16 };

export async function writeRandomBaseModel(demoFile: string, path: string): Promise<void> {
  const out = createWriteStream(path);
  const write = async (bytes: Buffer) => {
    if (!out.write(bytes)) await once(out, 'drain');
  };
  await write(int32s(MAGIC, ...BASE));
  await write(filtersAndVocabulary(readFileSync(demoFile)));
  const table = randomHalves();
  for (const tensor of tensors()) {
    const name = Buffer.from(tensor.name);
    await write(int32s(tensor.shape.length, name.length, tensor.type, ...tensor.shape));
    await write(name);
    const count = tensor.shape.reduce((product, size) => product * size, 1);
    await write(tensor.type === F16 ? repeat(table, count * 2) : smallFloats(count));
  }
  out.end();
  await finished(out);
}

function tensors(): Tensor[] {
  const vector = (name: string, size = WIDTH): Tensor => ({ name, shape: [size], type: F32 });
  const matrix = (name: string, inner: number, outer: number): Tensor => ({
    name,
    shape: [inner, outer],
    type: F16,
  });
  const norm = (name: string) => [vector(`${name}.weight`), vector(`${name}.bias`)];
  const attention = (name: string) => [
    ...norm(`${name}_ln`),
    ...['query', 'key', 'value', 'out'].flatMap((part) => [
      matrix(`${name}.${part}.weight`, WIDTH, WIDTH),
      ...(part === 'key' ? [] : [vector(`${name}.${part}.bias`)]),
    ]),
  ];
  const block = (name: string, attentions: string[]) => [
    ...attentions.flatMap((kind) => attention(`${name}.${kind}`)),
    ...norm(`${name}.mlp_ln`),
    matrix(`${name}.mlp.0.weight`, WIDTH, 4 * WIDTH),
    vector(`${name}.mlp.0.bias`, 4 * WIDTH),
    matrix(`${name}.mlp.2.weight`, 4 * WIDTH, WIDTH),
    vector(`${name}.mlp.2.bias`),
  ];
  const layers = [...Array(LAYERS).keys()];
  const conv = (name: string, inner: number): Tensor[] => [
    { name: `encoder.${name}.weight`, shape: [3, inner, WIDTH], type: F16 },
    { name: `encoder.${name}.bias`, shape: [1, WIDTH], type: F32 },
  ];
  return [
    { name: 'encoder.positional_embedding', shape: [WIDTH, 1500], type: F32 },
    ...conv('conv1', 80),
    ...conv('conv2', WIDTH),
    ...layers.flatMap((i) => block(`encoder.blocks.${i}`, ['attn'])),
    ...norm('encoder.ln_post'),
    { name: 'decoder.positional_embedding', shape: [WIDTH, 448], type: F32 },
    matrix('decoder.token_embedding.weight', WIDTH, 51865),
    ...layers.flatMap((i) => block(`decoder.blocks.${i}`, ['attn', 'cross_attn'])),
    ...norm('decoder.ln'),
  ];
}

function filtersAndVocabulary(demo: Buffer): Buffer {
  const [mels, bins] = [demo.readInt32LE(HEADER_BYTES), demo.readInt32LE(HEADER_BYTES + 4)];
  let end = HEADER_BYTES + 8 + mels * bins * 4;
  const count = demo.readInt32LE(end);
  end += 4;
  for (let i = 0; i < count; i++) end += 4 + demo.readInt32LE(end);
  return demo.subarray(HEADER_BYTES, end);
}

function int32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, i * 4);
  return bytes;
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

function smallFloats(count: number): Buffer {
  const random = seededRandom(count);
  return Buffer.from(Float32Array.from({ length: count }, () => (random() - 0.5) / 10).buffer);
}

function repeat(table: Buffer, bytes: number): Buffer {
  return Buffer.alloc(bytes, table);
}
