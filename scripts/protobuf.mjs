/** Reads fields out of protobuf messages without their schema: just enough for ONNX files. */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** @typedef {{ number: number, value: number | Buffer }} Field */

/**
 * The bytes of every field of this number, in order.
 * @param {Buffer} message
 * @param {number} wanted
 */
export function fields(message, wanted) {
  return parse(message).flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'number' ? [value] : [],
  );
}

/**
 * The bytes of the first field of this number.
 * @param {Buffer} message
 * @param {number} wanted
 */
export function field(message, wanted) {
  const [first] = fields(message, wanted);
  if (!first) throw new Error(`A protobuf message lacks its field ${wanted}.`);
  return first;
}

/**
 * The numbers of every field of this number, each written on its own.
 * @param {Buffer} message
 * @param {number} wanted
 */
export function numbers(message, wanted) {
  return parse(message).flatMap(({ number, value }) =>
    number === wanted && typeof value === 'number' ? [value] : [],
  );
}

/**
 * @param {Buffer} message
 * @returns {Field[]}
 */
function parse(message) {
  /** @type {Field[]} */
  const found = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (/** @type {number} */ length) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = varint();
    const number = tag >>> 3;
    const wire = tag & 7;
    if (wire === VARINT) found.push({ number, value: varint() });
    else if (wire === BYTES) found.push({ number, value: bytes(varint()) });
    else if (wire === FIXED64) found.push({ number, value: bytes(8) });
    else if (wire === FIXED32) found.push({ number, value: bytes(4) });
    else throw new Error(`A protobuf message has a field of unknown kind ${wire}.`);
  }
  return found;
}
