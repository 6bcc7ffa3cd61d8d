/**
 * Writes Whisper models of real sizes with random weights: as fast as real ones, and of no other use. The vocabulary is
 * the demo model's, and so are the mel filters where the number of bands is.
 */
import { readFileSync } from 'node:fs';
import {
  F16,
  F32,
  int32s,
  openModelFile,
  Q8_0,
  smallFloats,
  type Tensor,
} from './random-tensors.ts';

const MAGIC = 0x67676d6c;
const HEADER_BYTES = 4 + 11 * 4;
const FTYPES = { [F16]: 1, [Q8_0]: 2007 };

export type WhisperSize = {
  vocab: number;
  width: number;
  heads: number;
  encoderLayers: number;
  decoderLayers: number;
  mels: number;
};
export const BASE: WhisperSize = {
  vocab: 51865,
  width: 512,
  heads: 8,
  encoderLayers: 6,
  decoderLayers: 6,
  mels: 80,
};
export const LARGE_V3_TURBO: WhisperSize = {
  vocab: 51866,
  width: 1280,
  heads: 20,
  encoderLayers: 32,
  decoderLayers: 4,
  mels: 128,
};

/** `type` is that of the matrices. */
export async function writeRandomModel(
  demoFile: string,
  path: string,
  size: WhisperSize,
  type: typeof F16 | typeof Q8_0 = F16,
): Promise<void> {
  const file = await openModelFile(path);
  const { vocab, width, heads, encoderLayers, decoderLayers, mels } = size;
  const encoder = [1500, width, heads, encoderLayers];
  const decoder = [448, width, heads, decoderLayers];
  await file.write(int32s(MAGIC, vocab, ...encoder, ...decoder, mels, FTYPES[type]));
  await file.write(filtersAndVocabulary(readFileSync(demoFile), mels));
  for (const tensor of tensors(size)) {
    await file.tensor(
      tensor.type === F16 && tensor.shape.length === 2 ? { ...tensor, type } : tensor,
    );
  }
  await file.close();
}

function tensors({ vocab, width, encoderLayers, decoderLayers, mels }: WhisperSize): Tensor[] {
  const vector = (name: string, size = width): Tensor => ({ name, shape: [size], type: F32 });
  const matrix = (name: string, inner: number, outer: number): Tensor => ({
    name,
    shape: [inner, outer],
    type: F16,
  });
  const norm = (name: string) => [vector(`${name}.weight`), vector(`${name}.bias`)];
  const attention = (name: string) => [
    ...norm(`${name}_ln`),
    ...['query', 'key', 'value', 'out'].flatMap((part) => [
      matrix(`${name}.${part}.weight`, width, width),
      ...(part === 'key' ? [] : [vector(`${name}.${part}.bias`)]),
    ]),
  ];
  const block = (name: string, attentions: string[]) => [
    ...attentions.flatMap((kind) => attention(`${name}.${kind}`)),
    ...norm(`${name}.mlp_ln`),
    matrix(`${name}.mlp.0.weight`, width, 4 * width),
    vector(`${name}.mlp.0.bias`, 4 * width),
    matrix(`${name}.mlp.2.weight`, 4 * width, width),
    vector(`${name}.mlp.2.bias`),
  ];
  const layers = (count: number) => [...Array(count).keys()];
  const conv = (name: string, inner: number): Tensor[] => [
    { name: `encoder.${name}.weight`, shape: [3, inner, width], type: F16 },
    { name: `encoder.${name}.bias`, shape: [1, width], type: F32 },
  ];
  return [
    { name: 'encoder.positional_embedding', shape: [width, 1500], type: F32 },
    ...conv('conv1', mels),
    ...conv('conv2', width),
    ...layers(encoderLayers).flatMap((i) => block(`encoder.blocks.${i}`, ['attn'])),
    ...norm('encoder.ln_post'),
    { name: 'decoder.positional_embedding', shape: [width, 448], type: F32 },
    matrix('decoder.token_embedding.weight', width, vocab),
    ...layers(decoderLayers).flatMap((i) => block(`decoder.blocks.${i}`, ['attn', 'cross_attn'])),
    ...norm('decoder.ln'),
  ];
}

function filtersAndVocabulary(demo: Buffer, wanted: number): Buffer {
  const [mels, bins] = [demo.readInt32LE(HEADER_BYTES), demo.readInt32LE(HEADER_BYTES + 4)];
  const first = HEADER_BYTES + 8 + mels * bins * 4;
  let end = first + 4;
  for (let left = demo.readInt32LE(first); left > 0; left--) end += 4 + demo.readInt32LE(end);
  if (mels === wanted) return demo.subarray(HEADER_BYTES, end);
  return Buffer.concat([
    int32s(wanted, bins),
    smallFloats(wanted * bins),
    demo.subarray(first, end),
  ]);
}
