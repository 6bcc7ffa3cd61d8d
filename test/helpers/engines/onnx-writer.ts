/** Writes small networks as ONNX files: the fields of onnx.proto that a network of plain layers needs. */

export type OnnxTensor = { dims: readonly number[]; values: Float32Array | BigInt64Array };
export type OnnxLayer = {
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Record<string, number | string | readonly number[]>;
};
/** `x` is the input, `y` the output; a dimension with a name is of any size. */
type OnnxNetwork = {
  layers: readonly OnnxLayer[];
  tensors: Record<string, OnnxTensor>;
  x: readonly (number | string)[];
  y: readonly (number | string)[];
  metadata: Record<string, string | number>;
};

const OPSET = 15;
const IR_VERSION = 8;
const [FLOAT, INT64] = [1, 7];
/** Values of AttributeProto's `type`. */
const ATTRIBUTE = { float: 1, int: 2, string: 3, ints: 7 };

/** The bytes of a model file. */
export function writeOnnx({ layers, tensors, x, y, metadata }: OnnxNetwork): Buffer {
  const graph = [
    ...layers.map((layer) => message(1, layerFields(layer))),
    text(2, 'network'),
    ...Object.entries(tensors).map(([name, tensor]) => message(5, tensorFields(name, tensor))),
    message(11, valueFields('x', x)),
    message(12, valueFields('y', y)),
  ];
  return Buffer.concat([
    number(1, IR_VERSION),
    message(7, graph),
    message(8, [text(1, ''), number(2, OPSET)]),
    ...Object.entries(metadata).map(([key, value]) =>
      message(14, [text(1, key), text(2, String(value))]),
    ),
  ]);
}

function layerFields({ type, inputs, outputs, attributes = {} }: OnnxLayer): Buffer[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeFields(name, value))),
  ];
}

function attributeFields(name: string, value: number | string | readonly number[]): Buffer[] {
  if (typeof value === 'string') {
    return [text(1, name), text(4, value), number(20, ATTRIBUTE.string)];
  }
  if (typeof value !== 'number') {
    return [text(1, name), ...value.map((one) => number(8, one)), number(20, ATTRIBUTE.ints)];
  }
  if (Number.isInteger(value)) {
    return [text(1, name), number(3, value), number(20, ATTRIBUTE.int)];
  }
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [text(1, name), varint((2 << 3) | 5), bytes, number(20, ATTRIBUTE.float)];
}

function tensorFields(name: string, { dims, values }: OnnxTensor): Buffer[] {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return [
    ...dims.map((dim) => number(1, dim)),
    number(2, values instanceof Float32Array ? FLOAT : INT64),
    text(8, name),
    message(9, [bytes]),
  ];
}

function valueFields(name: string, dims: readonly (number | string)[]): Buffer[] {
  const shape = dims.map((dim) =>
    message(1, [typeof dim === 'number' ? number(1, dim) : text(2, dim)]),
  );
  return [text(1, name), message(2, [message(1, [number(1, FLOAT), message(2, shape)])])];
}

function text(field: number, value: string): Buffer {
  return message(field, [Buffer.from(value)]);
}

function message(field: number, parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** Negative numbers take ten bytes, as protobuf writes them. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
