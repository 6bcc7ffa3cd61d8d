import { separator } from '../../../shared/subtitles/spacing.ts';
import { type TimedWord, timedWords } from '../../../shared/subtitles/timed-words.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';

/** A word with its position in the whole transcript. */
export type PlacedWord = TimedWord & {
  segmentId: number;
  speaker: string;
  language: string;
  /** Whether it is the first word of its segment. */
  opensSegment: boolean;
  /** Part of `[BLANK_AUDIO]`, `(music)` or `♪`, a model's note about a sound; what people write, such as `[inaudible]`, is text. */
  noise: boolean;
};

/** The transcript's text, and its words with offsets into it. */
export type WordMap = { text: string; words: PlacedWord[] };

const NOTE = /\[[^\]]{1,40}\]|[♪♫♬]+/gu;
const WHOLE_NOTE = /^\s*[(（*【][^)）*】]{1,60}[)）*】][\s.]*$/u;

/** Joins the segments and locates every word; the text equals `joinTexts` of the segments' texts. */
export function mapWords(segments: readonly Segment[]): WordMap {
  const parts: string[] = [];
  const words: PlacedWord[] = [];
  let length = 0;
  let last = '';
  for (const segment of segments) {
    const trimmed = segment.text.trim();
    if (trimmed === '') continue;
    const gap = last === '' ? '' : separator(last, trimmed);
    const shift = length + gap.length - segment.text.indexOf(trimmed);
    for (const word of placeWords(segment, shift)) words.push(word);
    parts.push(gap, trimmed);
    length += gap.length + trimmed.length;
    last = trimmed;
  }
  return { text: parts.join(''), words };
}

/** Of all that people write, in edits and in transcripts of their own, and of nothing else. */
const WRITTEN = 1;

function placeWords(segment: Segment, shift: number): PlacedWord[] {
  const notes = WHOLE_NOTE.test(segment.text)
    ? [{ from: 0, to: segment.text.length }]
    : Array.from(segment.text.matchAll(NOTE), (match) => ({
        from: match.index,
        to: match.index + match[0].length,
      }));
  return timedWords(segment).map((word, index) => ({
    ...word,
    offset: word.offset + shift,
    segmentId: segment.id,
    speaker: segment.speaker,
    language: segment.language,
    opensSegment: index === 0,
    noise:
      word.confidence < WRITTEN &&
      notes.some((note) => word.offset < note.to && word.offset + word.text.length > note.from),
  }));
}
