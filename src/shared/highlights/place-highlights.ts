/** Where the words of highlights are in a text: found by their times, which edits and other models keep. */

import { lettersOf } from '../casefold.ts';
import { joinTexts } from '../subtitles/spacing.ts';
import { type TimedWord, timedWords } from '../subtitles/timed-words.ts';
import type { TimeSpan } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';

/** A span of a recording and what was said there when it was marked. */
export type Anchor = TimeSpan & { quote: string };
/** A part of a segment's text; `at` is the segment's position in the list. */
export type Piece = { at: number; offset: number; length: number };

/** `likeness` is 1 where all of it is quoted, else the share of its words that are, halved. */
type Found = Piece & TimeSpan & { likeness: number };

/** Finds the words of highlights in these segments, which are in order of their starts. */
export function createPlacer(segments: readonly Segment[]): (anchor: Anchor) => Piece[] {
  const latestEnds: number[] = [];
  for (const { endMs } of segments) latestEnds.push(Math.max(endMs, latestEnds.at(-1) ?? 0));
  return (anchor) => {
    const found: Found[] = [];
    const letters = lettersOf(anchor.quote);
    const first = firstAfter(latestEnds, anchor.startMs);
    for (let at = first; at < segments.length; at++) {
      const segment = segments[at];
      if (!segment || segment.startMs >= anchor.endMs) break;
      const words =
        segment.text === '' ? [] : wordsOf(segment).filter((word) => isIn(word, anchor, letters));
      const piece = toPiece(at, words, letters);
      if (piece) found.push(piece);
    }
    return found
      .filter((piece) => !found.some((other) => isOfAnother(piece, other)))
      .map(({ at, offset, length }) => ({ at, offset, length }));
  };
}

/** What is said in these parts. */
export function textOf(pieces: readonly Piece[], segments: readonly { text: string }[]): string {
  return joinTexts(
    pieces.map(({ at, offset, length }) => segments[at]?.text.slice(offset, offset + length) ?? ''),
  );
}

/** A highlight with where its words are in a text. */
export function inText<Highlight>(
  highlight: Highlight,
  pieces: readonly Piece[],
  segments: readonly { id: number; text: string; speaker: string }[],
): Highlight & { text: string; segment_ids: number[]; speaker: string | null } {
  const found = pieces.flatMap(({ at }) => segments[at] ?? []);
  return {
    ...highlight,
    text: textOf(pieces, segments),
    segment_ids: found.map(({ id }) => id),
    speaker: found[0]?.speaker ?? null,
  };
}

/** The times from the first word to the last of these parts; null where there are none. */
export function spanOf(pieces: readonly Piece[], segments: readonly Segment[]): TimeSpan | null {
  const words = pieces.flatMap(({ at, offset, length }) => {
    const segment = segments[at];
    if (!segment) return [];
    return wordsOf(segment).filter((word) => word.offset < offset + length && ends(word) > offset);
  });
  if (words.length === 0) return null;
  return {
    startMs: Math.min(...words.map(({ startMs }) => startMs)),
    // A word that was put into no pause takes no time.
    endMs: Math.max(...words.map(({ startMs, endMs }) => Math.max(endMs, startMs + 1))),
  };
}

const known = new WeakMap<Segment, TimedWord[]>();

function wordsOf(segment: Segment): TimedWord[] {
  const words = known.get(segment) ?? timedWords(segment);
  known.set(segment, words);
  return words;
}

const ends = ({ offset, text }: TimedWord): number => offset + text.length;

/** The first position whose number is larger. */
function firstAfter(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A word belongs to a highlight by its middle: another model hears it a little earlier or later. */
function isIn({ text, startMs, endMs }: TimedWord, anchor: TimeSpan, quoted: string): boolean {
  const middle = (startMs + endMs) / 2;
  if (middle < anchor.startMs || middle >= anchor.endMs) return false;
  // A word that takes no time may have been put in just before the first one.
  return middle > anchor.startMs || quoted.startsWith(lettersOf(text)) || quoted === '';
}

function toPiece(at: number, words: readonly TimedWord[], quoted: string): Found | null {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const isQuoted = ({ text }: { text: string }) => quoted.includes(lettersOf(text));
  const whole = isQuoted({ text: words.map(({ text }) => text).join('') });
  return {
    at,
    offset: first.offset,
    length: ends(last) - first.offset,
    startMs: first.startMs,
    endMs: last.endMs,
    likeness: whole ? 1 : words.filter(isQuoted).length / words.length / 2,
  };
}

/** Of two people who talk at the same time, the marked words are those of the one who is quoted. */
function isOfAnother(piece: Found, other: Found): boolean {
  const atOnce = piece.startMs < other.endMs && other.startMs < piece.endMs;
  return (
    atOnce && piece.at !== other.at && piece.likeness <= 0.25 && other.likeness > piece.likeness
  );
}
