/** User-given names of recordings, speakers, voices, tags and machines. */
import { z } from 'zod';

/** Bidirectional control characters, which would reverse all text after the name. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line of at most `max` characters, with at least one visible character. */
export function nameOfAtMost(max: number) {
  return z
    .string()
    .overwrite((name) => name.replaceAll(TURNING, '').replaceAll(/ +/g, ' '))
    .trim()
    .normalize('NFC')
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'must have a character that can be seen');
}

/** Reads names out of a file as they would be accepted from a person; null where nothing of one can be seen. */
export function nameReader(max: number): (text: string) => string | null {
  const schema = nameOfAtMost(max);
  return (text) => {
    const line = text.toWellFormed().replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
    return schema.safeParse(line.trim().slice(0, max).toWellFormed()).data ?? null;
  };
}
