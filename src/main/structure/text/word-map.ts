import { separator } from '../../../shared/subtitles/spacing.ts';
import { type TimedWord, timedWords } from '../../../shared/subtitles/timed-words.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { soundNotesIn } from './sound-notes.ts';

/** A word with its position in the whole transcript. */
export type PlacedWord = TimedWord & {
  segmentId: number;
  speaker: string;
  language: string;
  /** Whether it is the first word of its segment. */
  opensSegment: boolean;
  /** Whether it is part of a note about a sound. */
  noise: boolean;
};

/** The transcript's text, and its words with offsets into it. */
export type WordMap = { text: string; words: PlacedWord[] };

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

function placeWords(segment: Segment, shift: number): PlacedWord[] {
  const isNote = soundNotesIn(segment.text);
  return timedWords(segment).map((word, index) => ({
    ...word,
    offset: word.offset + shift,
    segmentId: segment.id,
    speaker: segment.speaker,
    language: segment.language,
    opensSegment: index === 0,
    noise: isNote(word),
  }));
}
