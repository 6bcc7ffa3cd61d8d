/** Text that goes round in circles, and text that comes too fast. Pure. */
import { deflateSync } from 'node:zlib';
import { isSpaceless } from '../../../shared/subtitles/spacing.ts';

/** Words `from` … `to` (exclusive) are one unit of `length` words over and over. */
export type Loop = { from: number; to: number; length: number };

const LONGEST_UNIT = 8;
const FEWEST_COPIES = 4;
const SMALLEST_SHARE = 0.5;
/** Deflate's header and a few words say nothing about repetition. */
const LEAST_BYTES = 60;
/** Ordinary text reaches 1.3 in English and 2.1 in Hindi, where a letter takes three bytes; loops begin at five. */
const MOST_COMPRESSION = { oneByte: 2.4, other: 3.5 };
const MOST_LETTERS_A_SECOND = { spaced: 30, spaceless: 10 };
const LEAST_RATED_MS = 1000;

/** A unit of up to eight words that comes four times or more in a row and makes up half of the words. */
export function findLoop(texts: readonly string[]): Loop | null {
  const words = texts.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  for (let length = 1; length <= LONGEST_UNIT; length++) {
    let from = 0;
    for (let at = length; at <= words.length; at++) {
      if (at < words.length && words[at] === words[at - length]) continue;
      const covered = at - from;
      if (covered >= length * FEWEST_COPIES && covered >= words.length * SMALLEST_SHARE) {
        return { from, to: at, length };
      }
      from = at - length + 1;
    }
  }
  return null;
}

/** Whether a text compresses as only repetition does. */
export function isRepetitive(text: string): boolean {
  const bytes = Buffer.from(text);
  if (bytes.length < LEAST_BYTES) return false;
  const oneByte = bytes.length < text.length * 1.5;
  const limit = oneByte ? MOST_COMPRESSION.oneByte : MOST_COMPRESSION.other;
  return bytes.length / deflateSync(bytes).length > limit;
}

/** Whether nobody could say this much in that time. */
export function isTooFast(text: string, durationMs: number): boolean {
  if (durationMs < LEAST_RATED_MS) return false;
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  const limit = isSpaceless(text) ? MOST_LETTERS_A_SECOND.spaceless : MOST_LETTERS_A_SECOND.spaced;
  return (letters * 1000) / durationMs > limit;
}
