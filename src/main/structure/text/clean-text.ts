import { cleanLine, separator } from '../../../shared/subtitles/spacing.ts';
import type { PlacedWord } from './word-map.ts';

/** An immediately repeated word is a stutter only if the model was unsure of both. */
const SURE = 0.9;

/**
 * Words as readable text: without notes about sounds and stuttered words, with single spaces. Nothing else is removed.
 */
export function cleanWords(words: readonly PlacedWord[]): string {
  let text = '';
  let last: PlacedWord | null = null;
  for (const word of words) {
    if (word.noise || (last !== null && isStutter(last, word))) continue;
    if (last !== null) text += gapBetween(last, word);
    text += word.text;
    last = word;
  }
  return cleanLine(text);
}

function isStutter(left: PlacedWord, right: PlacedWord): boolean {
  return (
    left.speaker === right.speaker &&
    right.spaceBefore &&
    left.confidence < SURE &&
    right.confidence < SURE &&
    /^[\p{L}\p{M}'’]+$/u.test(left.text) &&
    left.text.toLowerCase() === right.text.toLowerCase()
  );
}

function gapBetween(left: PlacedWord, right: PlacedWord): string {
  if (right.opensSegment) return separator(left.text, right.text);
  return right.spaceBefore ? ' ' : '';
}

/** The beginning of a text, at most `limit` UTF-16 units, cut between words if it contains a space. */
export function cutAtWord(text: string, limit: number): string {
  const line = cleanLine(text);
  if (line.length <= limit) return line.replace(/(?<![\s.,;:–—-])[\s.,;:–—-]+$/u, '');
  const head = line.slice(0, limit - 1).toWellFormed();
  const space = head.lastIndexOf(' ');
  const kept = (space > 0 ? head.slice(0, space) : head).replace(
    /(?<![\s.,;:–—�-])[\s.,;:–—�-]+$/u,
    '',
  );
  return `${kept}…`;
}

/** A key that is the same for texts that differ only in case, punctuation and spaces. */
export function textKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
