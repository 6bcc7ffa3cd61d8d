import type { Segment } from '../transcription/transcript.ts';
import { isSpaceless } from './spacing.ts';

/** A word in its segment's text: `segment.text.slice(offset, offset + text.length) === text`. */
export type TimedWord = {
  text: string;
  offset: number;
  /** Whether white space precedes it in the text (never for the first word). */
  spaceBefore: boolean;
  startMs: number;
  endMs: number;
  confidence: number;
};

type WordSplitter = (text: string) => string[];

/**
 * The words of a segment with their positions in its text. The text is authoritative: if the segment's own words do not
 * match it (edited text, no word times), its words share the segment's time by length. Text in scripts without spaces
 * is split into dictionary words.
 */
export function timedWords(segment: Segment): TimedWord[] {
  const aligned = alignWords(segment) ?? spreadWords(segment);
  if (!isSpaceless(segment.text)) return aligned;
  const split = wordSplitter(segment.language);
  return aligned.flatMap((word) => splitWord(word, split));
}

/** The words with their places in the text; null if they are not its words. */
export function alignWords(segment: Pick<Segment, 'text' | 'words'>): TimedWord[] | null {
  const words: TimedWord[] = [];
  let position = 0;
  for (const { text, startMs, endMs, confidence } of segment.words) {
    const word = text.trim();
    if (word === '') continue;
    const offset = skipSpace(segment.text, position);
    if (!segment.text.startsWith(word, offset)) return null;
    const spaceBefore = words.length > 0 && offset > position;
    words.push({ text: word, offset, spaceBefore, startMs, endMs, confidence });
    position = offset + word.length;
  }
  return skipSpace(segment.text, position) === segment.text.length ? words : null;
}

function skipSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length && /\s/u.test(text.charAt(position))) position++;
  return position;
}

function spreadWords(segment: Segment): TimedWord[] {
  const { text, startMs, endMs, confidence } = segment;
  const at = (offset: number) =>
    Math.round(startMs + ((endMs - startMs) * offset) / Math.max(1, text.length));
  return [...text.matchAll(/\S+/gu)].map((match, index) => ({
    text: match[0],
    offset: match.index,
    spaceBefore: index > 0,
    startMs: at(match.index),
    endMs: at(match.index + match[0].length),
    confidence,
  }));
}

function splitWord(word: TimedWord, split: WordSplitter): TimedWord[] {
  if (!isSpaceless(word.text)) return [word];
  const duration = word.endMs - word.startMs;
  const at = (offset: number) => Math.round(word.startMs + (duration * offset) / word.text.length);
  let offset = 0;
  return split(word.text).map((text, index) => {
    const from = offset;
    offset += text.length;
    return {
      text,
      offset: word.offset + from,
      spaceBefore: index === 0 && word.spaceBefore,
      startMs: at(from),
      endMs: at(offset),
      confidence: word.confidence,
    };
  });
}

function wordSplitter(language: string): WordSplitter {
  const segmenter = new Intl.Segmenter(localeOf(language), { granularity: 'word' });
  return (text) => Array.from(segmenter.segment(text), (part) => part.segment);
}

/** The language as `Intl` accepts it; unknown languages get the neutral rules. */
export function localeOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
