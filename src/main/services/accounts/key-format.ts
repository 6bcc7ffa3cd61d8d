import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomPart = customAlphabet(BASE62, 30);
const SHAPE = /^(steno_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/**
 * `steno_live_` or `steno_test_`, 30 random base62 characters (178 bits) and a checksum of 6, so that scanners
 * find leaked keys and typing errors are caught without asking the database.
 */
export function newKeySecret(test: boolean): string {
  const payload = `steno_${test ? 'test' : 'live'}_${randomPart()}`;
  return payload + checksum(payload);
}

/** Whether a string is a key as this service makes them; says nothing of whether it is in force. */
export function isKeyShaped(secret: string): boolean {
  const match = SHAPE.exec(secret);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

/** CRC-32 in base62, padded to six characters, as GitHub's tokens have it. */
function checksum(payload: string): string {
  let rest = crc32(payload);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
