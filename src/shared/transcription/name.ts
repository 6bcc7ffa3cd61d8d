/** What people call things: recordings, speakers, voices. */
import { z } from 'zod';

/** Marks that turn the direction of what follows: all text after the name would run backwards. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line of at most `max` characters on which something can be seen. */
export function nameOfAtMost(max: number) {
  return z
    .string()
    .overwrite((name) => name.replaceAll(TURNING, '').replaceAll(/ +/g, ' '))
    .trim()
    .normalize('NFC')
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'It is one line.')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'It can be seen.');
}
