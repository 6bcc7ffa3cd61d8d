/**
 * The weights of Silero VAD, out of the ONNX file of a package and into the ggml layout that whisper.cpp reads, as its
 * own models/convert-silero-vad-to-ggml.py writes it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field, fields, numbers } from './protobuf.mjs';

/** Of the ggml file of Silero VAD 6.2.0 that whisper.cpp's maintainers publish. */
const SHA256 = '2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987';
const MAGIC = 0x67676d6c;
const TYPE = 'silero-16k';
const VERSION = [6, 2, 0];
const WINDOW_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
/** Channels in, channels out, kernel. */
const ENCODER = [
  [129, 128, 3],
  [128, 64, 3],
  [64, 64, 3],
  [64, 128, 3],
];
const LSTM = [128, 128];
const LAST_CONVOLUTION = [128, 1];
const STFT = 'stft.forward_basis_buffer';
const F32 = 0;
const F16 = 1;
/** Where ONNX keeps what is read here: message fields of ModelProto, GraphProto, NodeProto, AttributeProto, TensorProto. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1 };
const NODE = { attribute: 5 };
const ATTRIBUTE = { name: 1, tensor: 5, graph: 6 };
const TENSOR = { dims: 1, name: 8, raw: 9 };

/** @typedef {{ dims: number[], values: Float32Array }} Tensor */

/** @param {string} root */
export function vadPackage(root) {
  return join(root, 'node_modules', '@ricky0123', 'vad-web');
}

/**
 * The whole ggml file.
 * @param {string} root
 * @returns {Buffer}
 * @throws when the package holds other weights than those of Silero VAD 6.2.0
 */
export function vadWeights(root) {
  const onnx = readFileSync(join(vadPackage(root), 'dist', 'silero_vad_v6.onnx'));
  const tensors = readTensors(onnx);
  const file = Buffer.concat([header(), ...tensorNames().map((name) => block(name, tensors))]);
  if (createHash('sha256').update(file).digest('hex') !== SHA256) {
    throw new Error('@ricky0123/vad-web holds other weights than those of Silero VAD 6.2.0.');
  }
  return file;
}

/** The constants of the branch for 16 kHz: the model is an `If` over the sample rate. */
function readTensors(/** @type {Buffer} */ onnx) {
  const branch = fields(field(onnx, MODEL.graph), GRAPH.node)
    .flatMap((node) => fields(node, NODE.attribute))
    .find((attribute) => field(attribute, ATTRIBUTE.name).toString() === 'then_branch');
  if (!branch) throw new Error('The ONNX file of Silero VAD has no branch for 16 kHz.');
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  for (const node of fields(field(branch, ATTRIBUTE.graph), GRAPH.node)) {
    for (const attribute of fields(node, NODE.attribute)) {
      const [tensor] = fields(attribute, ATTRIBUTE.tensor);
      const [name] = tensor ? fields(tensor, TENSOR.name) : [];
      if (!tensor || !name) continue;
      const bytes = Uint8Array.from(field(tensor, TENSOR.raw));
      const values = new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
      tensors.set(name.toString(), { dims: numbers(tensor, TENSOR.dims), values });
    }
  }
  return tensors;
}

function header() {
  const shape = [ENCODER.length, ...ENCODER.flat(), ...LSTM, ...LAST_CONVOLUTION];
  return Buffer.concat([
    int32(MAGIC, TYPE.length),
    Buffer.from(TYPE),
    int32(...VERSION, WINDOW_SAMPLES, CONTEXT_SAMPLES, ...shape),
  ]);
}

function tensorNames() {
  const encoder = ENCODER.flatMap((_, layer) => [
    `encoder.${layer}.reparam_conv.weight`,
    `encoder.${layer}.reparam_conv.bias`,
  ]);
  const lstm = ['weight_ih', 'weight_hh', 'bias_ih', 'bias_hh'].map(
    (part) => `decoder.rnn.${part}`,
  );
  const last = ['decoder.decoder.2.weight', 'decoder.decoder.2.bias'];
  return [...encoder, ...lstm, ...last, STFT];
}

/**
 * One tensor with its header. Convolutions are f16, the rest f32; dimensions are innermost first, and all but the
 * spectrogram's lose those of length one.
 * @param {string} name
 * @param {Map<string, Tensor>} tensors
 */
function block(name, tensors) {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`The ONNX file of Silero VAD lacks ${name}.`);
  const whole = name === STFT;
  const dims = tensor.dims.filter((size) => whole || size !== 1).reverse();
  const convolution = whole || (/encoder|decoder\.2/.test(name) && name.endsWith('weight'));
  const full = Buffer.from(`_model.${name}`);
  const shape = int32(dims.length, full.length, convolution ? F16 : F32, ...dims);
  const data = convolution ? Uint16Array.from(tensor.values, toHalf) : tensor.values;
  return Buffer.concat([shape, full, Buffer.from(data.buffer, 0, data.byteLength)]);
}

/**
 * The bits of the nearest half-precision number, ties to even. The oldest Node that sets the project up has no
 * Float16Array.
 * @param {number} value within the range of halves
 */
function toHalf(value) {
  const size = Math.abs(value);
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = size / 2 ** (exponent - 10);
  const lower = Math.floor(steps);
  const above = steps - lower;
  const rounded = above > 0.5 || (above === 0.5 && lower % 2 === 1) ? lower + 1 : lower;
  // A rounded mantissa that overflows carries into the exponent by itself.
  const bits = rounded + (exponent + 14) * 1024;
  return value < 0 || Object.is(value, -0) ? bits | 0x8000 : bits;
}

function int32(/** @type {number[]} */ ...values) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}
