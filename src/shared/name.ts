/** What people call things: recordings, speakers, voices. */
import { z } from 'zod';

/** One line of at most `max` characters on which something can be seen. */
export function nameOfAtMost(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'It is one line.')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'It can be seen.');
}
