import type { Highlight } from '../../shared/structured.ts';
import { toSeconds } from '../../shared/time.ts';
import type { Segment } from '../../shared/transcript.ts';
import type { Analysis } from './analysis.ts';
import { cleanWords } from './clean-text.ts';
import { countMeaning } from './salience.ts';
import { segmentIdsOf } from './sentences.ts';
import { cosine, type Vector } from './vectors.ts';
import type { ReadSentence } from './vocabulary.ts';

const FEWEST = 3;
const MOST = 20;
const MS_PER_HIGHLIGHT = 240_000;
const APART_MS = 30_000;
const CHAPTER_SHARE = 0.4;
/** Weight of being telling against being unlike the others. */
const RELEVANCE = 0.6;
/** The length of a good quote; where the recording has too few, shorter ones do. */
const FEWEST_WORDS = 8;
const MOST_WORDS = 40;
const MIN_MEANING = 4;

type Candidate = {
  sentence: ReadSentence;
  chapter: number;
  score: number;
  vector: Vector;
  /** Likeness to the most similar quote picked so far. */
  likeness: number;
};

/** Quotes that stand on their own: telling, unlike each other, spread over the recording (MMR). */
export function pickHighlights(analysis: Analysis): Highlight[] {
  const wanted = Math.min(
    MOST,
    Math.max(FEWEST, Math.round(analysis.durationMs / MS_PER_HIGHLIGHT)),
  );
  const perChapter =
    analysis.chapters.length === 1 ? wanted : Math.max(1, Math.floor(CHAPTER_SHARE * wanted));
  const apartMs = Math.min(APART_MS, analysis.durationMs / (2 * wanted));
  const good = findCandidates(analysis, FEWEST_WORDS);
  const candidates = good.length >= wanted ? good : findCandidates(analysis, MIN_MEANING);
  const picked: Candidate[] = [];
  let open = candidates;
  for (let best = bestOf(open); best && picked.length < wanted; best = bestOf(open)) {
    const { sentence, chapter, vector } = best;
    picked.push(best);
    const full = picked.filter((other) => other.chapter === chapter).length >= perChapter;
    open = open
      .filter((other) => other.sentence !== sentence && !(full && other.chapter === chapter))
      .filter((other) => distanceMs(other.sentence, sentence) >= apartMs)
      .map((other) => ({
        ...other,
        likeness: Math.max(other.likeness, cosine(other.vector, vector)),
      }));
  }
  return toHighlights(picked, analysis.segments);
}

/** Sentences of a quotable length that mean something, with their chapter. */
function findCandidates(
  { chapters, sentences, salience, vectors }: Analysis,
  fewestWords: number,
): Candidate[] {
  return chapters.flatMap(({ firstSentence, sentenceEnd }, chapter) =>
    sentences.slice(firstSentence, sentenceEnd).flatMap((sentence) => {
      const score = salience[sentence.index] ?? 0;
      const { length } = sentence;
      const fits = length >= fewestWords && length <= MOST_WORDS;
      const says = countMeaning(sentence) >= MIN_MEANING && score > 0;
      const vector = vectors[sentence.index] ?? new Map();
      return fits && says ? [{ sentence, chapter, score, vector, likeness: 0 }] : [];
    }),
  );
}

function bestOf(open: readonly Candidate[]): Candidate | undefined {
  const worth = ({ score, likeness }: Candidate) => RELEVANCE * score - (1 - RELEVANCE) * likeness;
  return open.reduce<Candidate | undefined>(
    (best, next) => (best === undefined || worth(next) > worth(best) ? next : best),
    undefined,
  );
}

function distanceMs(a: ReadSentence, b: ReadSentence): number {
  return Math.max(a.startMs - b.endMs, b.startMs - a.endMs);
}

function toHighlights(picked: readonly Candidate[], segments: readonly Segment[]): Highlight[] {
  const highest = picked.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return picked
    .toSorted((a, b) => a.sentence.index - b.sentence.index)
    .map(({ sentence, score }, id) => ({
      id,
      text: cleanWords(sentence.words),
      quote: sentence.text,
      start: toSeconds(segments[sentence.firstSegment]?.startMs ?? 0),
      end: toSeconds(segments[sentence.lastSegment]?.endMs ?? 0),
      speaker: sentence.speaker,
      score: Math.round((score / highest) * 1000) / 1000,
      segment_ids: segmentIdsOf(sentence),
    }));
}
