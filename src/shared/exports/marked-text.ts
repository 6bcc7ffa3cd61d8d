/** Highlights in an exported text: which of its letters they cover, whatever was left out of it. */

import { lettersOf } from '../casefold.ts';
import type { TextHighlight } from '../highlights/highlight.ts';
import { createPlacer } from '../highlights/place-highlights.ts';
import { timedWords } from '../subtitles/timed-words.ts';
import { toMs } from '../time.ts';
import { commonWords } from '../transcription/retime-words.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';
import { toSegment } from './export-cues.ts';

/** A part of a passage's text that a highlight covers, and whether it begins or ends there. */
export type Mark = {
  /** The position of the highlight in the list. */
  at: number;
  offset: number;
  length: number;
  /** Whether it goes on from the passage before, and in the one after. */
  begins: boolean;
  ends: boolean;
};

/** The text of a passage in pieces, each with the highlights that cover it, begin with it and end with it. */
export type MarkedPiece = { text: string; marks: readonly Mark[]; begin: number[]; end: number[] };

/** Highlights, and the segments with their words in which they are looked for. */
export type Marking = {
  highlights: readonly TextHighlight[];
  segments: readonly TranscriptSegment[];
  /** Without the text around them. */
  only: boolean;
};

export const NOTHING_MARKED: Marking = { highlights: [], segments: [], only: false };

/** Finds the highlights in a text made of these segments; it may lack some of their words. */
export function createMarker({ highlights, segments }: Omit<Marking, 'only'>) {
  const said = segments.map((segment) => toSegment(segment, new Map()));
  const place = createPlacer(said);
  const parts = new Map<number, { at: number; from: number; to: number }[]>();
  for (const [at, { start, end, quote }] of highlights.entries()) {
    const anchor = { startMs: toMs(start), endMs: toMs(end), quote };
    for (const { at: segment, offset, length } of place(anchor)) {
      const own = { at, from: offset, to: offset + length };
      parts.set(segment, [...(parts.get(segment) ?? []), own]);
    }
  }
  const wordsIn = (id: number) => {
    const segment = said[id];
    if (!segment) return [];
    return timedWords(segment).map(({ text, offset }) => {
      const covered = (parts.get(id) ?? []).filter(({ from, to }) => from <= offset && offset < to);
      return { text, marks: covered.map(({ at }) => at) };
    });
  };

  return (ids: readonly number[], text: string): Mark[] => {
    const [first] = ids;
    if (first === undefined || !ids.some((id) => parts.has(id))) return [];
    const words = ids.flatMap(wordsIn);
    const { language = 'en' } = said[first] ?? {};
    const shown = timedWords({ ...EMPTY, text, language });
    const marks = new Map<number, Mark>();
    for (const { before, after } of commonWords(words.map(keyOf), shown.map(keyOf))) {
      const word = shown[after];
      if (!word) continue;
      const end = word.offset + word.text.length;
      for (const at of words[before]?.marks ?? []) {
        const { offset } = marks.get(at) ?? word;
        marks.set(at, { at, offset, length: end - offset, begins: true, ends: true });
      }
    }
    return [...marks.values()].toSorted((a, b) => a.offset - b.offset);
  };
}

const EMPTY = { id: 0, startMs: 0, endMs: 1, speaker: '-', confidence: 1, words: [] };

function keyOf({ text }: { text: string }): string {
  return lettersOf(text) || text;
}

/** Where a highlight covers several passages it begins in the first of them, and ends in the last. */
export function withEdges<Passage extends { marks: readonly Mark[] }>(
  passages: readonly Passage[],
): Passage[] {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [index, { marks }] of passages.entries()) {
    for (const { at } of marks) {
      first.set(at, first.get(at) ?? index);
      last.set(at, index);
    }
  }
  return passages.map((passage, index) => ({
    ...passage,
    marks: passage.marks.map((mark) => ({
      ...mark,
      begins: first.get(mark.at) === index,
      ends: last.get(mark.at) === index,
    })),
  }));
}

/** Cuts a text where a highlight begins or ends. */
export function cutAtMarks(text: string, marks: readonly Mark[]): MarkedPiece[] {
  const edges = marks.flatMap(({ offset, length }) => [offset, offset + length]);
  const cuts = [...new Set([0, ...edges, text.length])].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? text.length;
    const own = marks.filter(({ offset, length }) => offset <= from && to <= offset + length);
    return {
      text: text.slice(from, to),
      marks: own,
      begin: own.filter((mark) => mark.begins && mark.offset === from).map(({ at }) => at),
      end: own.filter((mark) => mark.ends && mark.offset + mark.length === to).map(({ at }) => at),
    };
  });
}

/** The headings of lists of highlights: of all, and of those that are not marked in the text. */
export const ALL_MARKED = 'Highlights and comments';
export const WORDS_GONE = 'Highlights whose words are gone';
