import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { ChapterSpan } from '../chapters/chapters.ts';
import type { Vector } from '../text/vectors.ts';
import type { ReadSentence } from '../text/vocabulary.ts';

/** What is known of a transcript once its sentences are rated; `vectors` and `salience` are one per sentence. */
export type Analysis = {
  /** The transcript's text, which words have their offsets in. */
  text: string;
  segments: readonly Segment[];
  durationMs: number;
  sentences: readonly ReadSentence[];
  vectors: readonly Vector[];
  salience: readonly number[];
  chapters: readonly ChapterSpan[];
};
