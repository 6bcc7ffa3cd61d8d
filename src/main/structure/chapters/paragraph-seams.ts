import type { Segment } from '../../../shared/transcription/transcript.ts';
import { centroid, cosine, type Vector } from '../text/sentence-vectors.ts';
import type { ReadSentence } from '../text/word-types.ts';
import type { ChapterSpan } from './topics.ts';

/** The place before a segment, where a new paragraph may start. */
export type Seam = {
  /** A new paragraph must start here. */
  forced: boolean;
  /** A sentence starts here. */
  clean: boolean;
  /** A user has joined the two segments: no paragraph starts here while the same person speaks. */
  joined: boolean;
  /** The evidence from pauses and changes of vocabulary; comparable within one recording. */
  weight: number;
};

const LONG_PAUSE_MS = 1200;
const PAUSE_QUANTILE = 0.9;
const CONTEXT_SENTENCES = 3;

/** Rates the place before every segment. */
export function rateSeams(
  segments: readonly Segment[],
  sentences: readonly ReadSentence[],
  vectors: readonly Vector[],
  chapters: readonly ChapterSpan[],
): Seam[] {
  const chapterStarts = new Set(chapters.map((chapter) => chapter.firstSegment));
  const opening = new Map<number, ReadSentence>();
  for (const sentence of sentences) {
    if (sentence.opensSegment) opening.set(sentence.firstSegment, sentence);
  }
  const longPauseMs = Math.max(LONG_PAUSE_MS, pauseQuantile(sentences));
  const standardize = pauseStandardizer(sentences);
  return segments.map((segment, index) => {
    const sentence = opening.get(index);
    const before = segments[index - 1];
    const paused = sentence !== undefined && sentence.pauseMs >= longPauseMs;
    const joined = segment.paragraph === 'continues';
    const changes = chapterStarts.has(index) || paused || segment.paragraph === 'begins';
    return {
      forced: before?.speaker !== segment.speaker || (changes && !joined),
      clean: sentence !== undefined,
      joined,
      weight: sentence
        ? 0.5 * standardize(sentence.pauseMs) + 0.5 * change(vectors, sentence.index)
        : 0,
    };
  });
}

function pauseQuantile(sentences: readonly ReadSentence[]): number {
  const pauses = sentences.map((sentence) => sentence.pauseMs).sort((a, b) => a - b);
  return pauses[Math.floor(PAUSE_QUANTILE * pauses.length)] ?? 0;
}

/** Converts a pause to standard deviations of the recording's log pauses. */
function pauseStandardizer(sentences: readonly ReadSentence[]): (pauseMs: number) => number {
  const logs = sentences.map((sentence) => Math.log(50 + sentence.pauseMs));
  const mean = logs.reduce((sum, value) => sum + value, 0) / Math.max(1, logs.length);
  const variance =
    logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, logs.length);
  const deviation = Math.sqrt(variance);
  return (pauseMs) => (deviation === 0 ? 0 : (Math.log(50 + pauseMs) - mean) / deviation);
}

/** How different the sentences on both sides of a place are: 0…1. */
function change(vectors: readonly Vector[], index: number): number {
  const before = vectors.slice(Math.max(0, index - CONTEXT_SENTENCES), index);
  const after = vectors.slice(index, index + CONTEXT_SENTENCES);
  return 1 - cosine(centroid(before), centroid(after));
}
