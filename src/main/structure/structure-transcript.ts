import type { Structured } from '../../shared/transcription/structured.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import { buildContents, cutChapters } from './chapters/chapters.ts';
import { rateSeams } from './chapters/paragraph-seams.ts';
import { buildParagraphs } from './chapters/paragraphs.ts';
import { nameChapters } from './chapters/titles.ts';
import { pickHighlights } from './summary/key-highlights.ts';
import { rateSentences } from './summary/salience.ts';
import { buildSummary } from './summary/summary.ts';
import { ratePhrases } from './terms/phrase-scores.ts';
import { minePhrases } from './terms/phrases.ts';
import { pickTerms } from './terms/pick-terms.ts';
import { vectorize } from './text/sentence-vectors.ts';
import { cutSentences } from './text/sentences.ts';
import { createTokenizer } from './text/tokens.ts';
import { mapWords } from './text/word-map.ts';
import { readSentences } from './text/word-types.ts';

export type StructureInput = {
  /** With consecutive ids, in order, as `Segment` requires. */
  segments: readonly Segment[];
  durationMs: number;
  signal?: AbortSignal;
};

/** This many of the strongest phrases add weight to the sentences that contain them. */
const STRONG_PHRASES = 40;

/**
 * Structures a transcript: paragraphs, chapters, summary, key points and terms, all taken from its own words. A pure
 * function: the same segments give the same bytes. Throws the signal's reason when aborted.
 */
export function structureTranscript({ segments, durationMs, signal }: StructureInput): Structured {
  const map = mapWords(segments);
  const reading = readSentences(cutSentences(map), createTokenizer());
  signal?.throwIfAborted();
  const { sentences } = reading;
  const vectors = vectorize(reading);
  const chapters = cutChapters(reading, segments, durationMs);
  signal?.throwIfAborted();
  const phrases = ratePhrases(minePhrases(reading), reading);
  const strongTypes = new Set(phrases.slice(0, STRONG_PHRASES).flatMap(({ types }) => types));
  const salience = rateSentences(sentences, vectors, chapters, strongTypes);
  signal?.throwIfAborted();
  const { text } = map;
  const analysis = { text, sentences, vectors, salience, chapters, segments, durationMs };
  const summary = buildSummary(analysis);
  const namings = nameChapters({ chapters, phrases, sentences, segments });
  return {
    paragraphs: buildParagraphs(
      segments,
      map.words,
      rateSeams(segments, sentences, vectors, chapters),
    ),
    table_of_contents: buildContents(analysis, namings),
    summary,
    key_highlights: pickHighlights(analysis, summary),
    terms: pickTerms(phrases, sentences, segments, durationMs),
    generator: { mode: 'extractive', model: null, pending: false, fallbacks: [] },
  };
}
