/**
 * Parakeet TDT models in whisper.cpp's file format. One was trained on the voices and words of the fixtures; others are
 * written here with random weights: their words mean nothing, but their structure, lanes and errors are those of a
 * trained model.
 */
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';

/** A small one that knows the words and voices of the demo model; docs/demo-model.md says how it was made. */
export const trainedParakeet = fileURLToPath(
  new URL('../../fixtures/parakeet.bin', import.meta.url),
);

const MAGIC = 0x67676d6c;
const F32 = 0;
/** Frames of 10 ms that the encoder's memory is laid out for; real models have 5000. */
const AUDIO_CTX = 3200;

/** In file order. The multilingual models have 8192 tokens; any other vocabulary is English. */
export const SMALL_PARAKEET = {
  vocab: 8192,
  audioCtx: AUDIO_CTX,
  width: 8,
  heads: 2,
  layers: 1,
  mels: 16,
  ftype: 0,
  fft: 256,
  subsampling: 8,
  channels: 4,
  kernel: 3,
  predDim: 8,
  predLayers: 1,
  durations: 5,
  maxTokens: 5,
};
export type ParakeetDims = typeof SMALL_PARAKEET;

/** `shape` is innermost first. */
type Tensor = { name: string; shape: number[] };

/** A model of these dimensions, about 600 kB for the small one. The same seed gives the same bytes. */
export function parakeetModel(changes: Partial<ParakeetDims> = {}, seed = 1): Buffer {
  const dims = { ...SMALL_PARAKEET, ...changes };
  const random = seededRandom(seed);
  const numbers = (count: number) =>
    Float32Array.from({ length: count }, () => (random() - 0.5) * 2);
  return Buffer.concat([
    parakeetHead(dims, numbers(dims.mels * binsOf(dims)).map(Math.abs)),
    ...parakeetTensors(dims).flatMap(({ name, shape }) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const weights = name.endsWith('running_var') ? numbers(count).map(Math.abs) : numbers(count);
      return [
        int32s(shape.length, name.length, F32, ...shape),
        Buffer.from(name),
        bytesOf(weights),
      ];
    }),
  ]);
}

const binsOf = ({ fft }: ParakeetDims) => fft / 2 + 1;

/** All that comes before the tensors. */
export function parakeetHead(
  dims: ParakeetDims,
  filters = new Float32Array(dims.mels * binsOf(dims)).fill(0.01),
): Buffer {
  const window = new Float32Array(dims.fft).fill(1);
  return Buffer.concat([
    int32s(MAGIC, ...Object.values(dims), dims.mels, binsOf(dims)),
    bytesOf(filters),
    int32s(dims.fft),
    bytesOf(window),
    int32s(...Array.from({ length: dims.durations }, (_, duration) => duration)),
    vocabulary(dims.vocab),
  ]);
}

function vocabulary(count: number): Buffer {
  const letters = [...'abdeiklmnoprstuvwö'];
  const tokens = ['<unk>', '<s>', '</s>', '.', ','];
  for (let i = tokens.length; i < count; i++) {
    const [first, second] = [letters[i % letters.length], letters[(i * 7) % letters.length]];
    tokens.push(`${i % 3 === 0 ? '' : '▁'}${first}${second}`);
  }
  const encoded = tokens.slice(0, count).map((token) => Buffer.from(token));
  return Buffer.concat([
    int32s(count),
    ...encoded.flatMap((token) => [int32s(token.length), token]),
  ]);
}

export function parakeetTensors(dims: ParakeetDims): Tensor[] {
  const { width, channels, predDim, vocab } = dims;
  const outputs = vocab + dims.durations + 1;
  const conv = (part: number, kernel: number, inputs: number): Tensor[] => [
    { name: `encoder.pre_encode.conv.${part}.weight`, shape: [kernel, kernel, inputs, channels] },
    { name: `encoder.pre_encode.conv.${part}.bias`, shape: [1, 1, channels, 1] },
  ];
  const features = (dims.mels / dims.subsampling) * channels;
  return [
    { name: 'encoder.pre_encode.out.weight', shape: [features, width] },
    { name: 'encoder.pre_encode.out.bias', shape: [width] },
    ...conv(0, 3, 1),
    ...conv(2, 3, 1),
    ...conv(3, 1, channels),
    ...conv(5, 3, 1),
    ...conv(6, 1, channels),
    ...Array.from({ length: dims.layers }, (_, i) => encoderLayer(dims, i)).flat(),
    { name: 'decoder.prediction.embed.weight', shape: [predDim, vocab + 1] },
    ...Array.from({ length: dims.predLayers }, (_, i) => lstmLayer(predDim, i)).flat(),
    { name: 'joint.pred.weight', shape: [predDim, predDim] },
    { name: 'joint.pred.bias', shape: [predDim] },
    { name: 'joint.enc.weight', shape: [width, predDim] },
    { name: 'joint.enc.bias', shape: [predDim] },
    { name: 'joint.joint_net.2.weight', shape: [predDim, outputs] },
    { name: 'joint.joint_net.2.bias', shape: [outputs] },
  ];
}

function encoderLayer({ width, heads, kernel }: ParakeetDims, index: number): Tensor[] {
  const layer = `encoder.layers.${index}`;
  const matrix = (name: string, inner: number, outer: number): Tensor => ({
    name: `${layer}.${name}.weight`,
    shape: [inner, outer],
  });
  const norm = (name: string): Tensor[] => [
    { name: `${layer}.${name}.weight`, shape: [width] },
    { name: `${layer}.${name}.bias`, shape: [width] },
  ];
  const feedForward = (part: number) => [
    ...norm(`norm_feed_forward${part}`),
    matrix(`feed_forward${part}.linear1`, width, 4 * width),
    matrix(`feed_forward${part}.linear2`, 4 * width, width),
  ];
  return [
    ...feedForward(1),
    ...norm('norm_conv'),
    matrix('conv.pointwise_conv1', width, 2 * width),
    matrix('conv.depthwise_conv', kernel, width),
    ...norm('conv.batch_norm'),
    { name: `${layer}.conv.batch_norm.running_mean`, shape: [width] },
    { name: `${layer}.conv.batch_norm.running_var`, shape: [width] },
    // A count of one number, which NeMo's converter writes without dimensions.
    { name: `${layer}.conv.batch_norm.num_batches_tracked`, shape: [] },
    matrix('conv.pointwise_conv2', width, width),
    ...norm('norm_self_att'),
    { name: `${layer}.self_attn.pos_bias_u`, shape: [width / heads, heads] },
    { name: `${layer}.self_attn.pos_bias_v`, shape: [width / heads, heads] },
    ...['q', 'k', 'v', 'out', 'pos'].map((part) =>
      matrix(`self_attn.linear_${part}`, width, width),
    ),
    ...feedForward(2),
    ...norm('norm_out'),
  ];
}

function lstmLayer(width: number, index: number): Tensor[] {
  const lstm = 'decoder.prediction.dec_rnn.lstm';
  return [
    { name: `${lstm}.weight_ih_l${index}`, shape: [width, 4 * width] },
    { name: `${lstm}.weight_hh_l${index}`, shape: [width, 4 * width] },
    { name: `${lstm}.bias_h_l${index}`, shape: [4 * width] },
  ];
}

function int32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, i * 4);
  return bytes;
}

function bytesOf(numbers: Float32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
