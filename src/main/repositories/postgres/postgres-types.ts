import pg, { type CustomTypesConfig } from 'pg';

const { builtins, getTypeParser } = pg.types;

/** Converts PostgreSQL's values to ours: all whole numbers are times, sizes and counts, far below 2^53. */
export const TYPES: CustomTypesConfig = {
  getTypeParser(type, format) {
    if (type === builtins.INT8 || type === builtins.NUMERIC) return Number;
    if (type === builtins.BYTEA) return toBytes;
    return getTypeParser(type, format as 'text');
  },
};

/** Bytes with memory of their own, as a Float32Array needs it. */
function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
