import { toSeconds } from '../../../shared/time.ts';
import type { Highlight, Summary } from '../../../shared/transcription/structured.ts';
import { cleanWords, textKey } from '../text/clean-text.ts';
import { centroid, cosine, type Vector } from '../text/sentence-vectors.ts';
import { segmentIdsOf } from '../text/sentences.ts';
import type { ReadSentence } from '../text/word-types.ts';
import { type Analysis, countMeaning } from './salience.ts';

const FEWEST = 3;
const MOST = 20;
const MS_PER_HIGHLIGHT = 240_000;
const APART_MS = 30_000;
const CHAPTER_SHARE = 0.4;
/** The weight of salience against difference from the quotes already picked. */
const RELEVANCE = 0.6;
/** The length of a good quote; shorter ones are used if the recording has too few. */
const FEWEST_WORDS = 8;
const MOST_WORDS = 40;
const MIN_MEANING = 4;
/** A longer silence separates two statements. */
const BREATH_MS = 1500;

type Candidate = {
  /** One sentence, or two if one of them is too short to stand alone. */
  sentences: readonly [ReadSentence, ...ReadSentence[]];
  chapter: number;
  score: number;
  vector: Vector;
  /** Similarity to the most similar quote picked so far. */
  likeness: number;
};

/**
 * Picks quotes that stand on their own: salient, different from each other, spread over the recording (MMR, Carbonell
 * and Goldstein 1998), and where possible not already in the summary.
 */
export function pickHighlights(analysis: Analysis, summary: Summary): Highlight[] {
  const wanted = Math.min(
    MOST,
    Math.max(FEWEST, Math.round(analysis.durationMs / MS_PER_HIGHLIGHT)),
  );
  const perChapter =
    analysis.chapters.length === 1 ? wanted : Math.max(1, Math.floor(CHAPTER_SHARE * wanted));
  const apartMs = Math.min(APART_MS, analysis.durationMs / (2 * wanted));
  const said = new Set(summary.sentences.map(({ text }) => textKey(text)));
  const isNew = ({ sentences }: Candidate) =>
    !sentences.some(({ text }) => said.has(textKey(text)));
  const good = withoutRepeats(findCandidates(analysis, FEWEST_WORDS));
  const all = withoutRepeats(findCandidates(analysis, MIN_MEANING));
  const enough = [good.filter(isNew), all.filter(isNew), good, all];
  const candidates = enough.find(({ length }) => length >= wanted) ?? all;
  const picked: Candidate[] = [];
  let open = candidates;
  for (let best = bestOf(open); best && picked.length < wanted; best = bestOf(open)) {
    const { chapter, vector } = best;
    picked.push(best);
    const full = picked.filter((other) => other.chapter === chapter).length >= perChapter;
    open = open
      .filter((other) => other !== best && !(full && other.chapter === chapter))
      .filter((other) => distanceMs(other, best) >= apartMs)
      .map((other) => ({
        ...other,
        likeness: Math.max(other.likeness, cosine(other.vector, vector)),
      }));
  }
  return toHighlights(picked, analysis);
}

/** Text repeated in the same words is one quote, at its first place. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const first = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = candidate.sentences.map(({ text }) => textKey(text)).join(' ');
    if (!first.has(key)) first.set(key, candidate);
  }
  return [...first.values()];
}

/** Content-bearing quotes of a memorable length, with their chapter. */
function findCandidates(analysis: Analysis, fewestWords: number): Candidate[] {
  const { chapters, sentences } = analysis;
  return chapters.flatMap(({ firstSentence, sentenceEnd }, chapter) =>
    sentences.slice(firstSentence, sentenceEnd).flatMap((sentence, at, own) => {
      const next = own[at + 1];
      const quotes: Candidate['sentences'][] = [[sentence]];
      if (next && belongTogether(sentence, next)) quotes.push([sentence, next]);
      return quotes
        .map((quote) => toCandidate(quote, chapter, analysis))
        .filter((quote) => isQuotable(quote, fewestWords));
    }),
  );
}

/**
 * Whether a short sentence and its neighbor, such as a question and its answer, are said by one speaker without a
 * pause.
 */
function belongTogether(a: ReadSentence, b: ReadSentence): boolean {
  return (
    Math.min(a.length, b.length) < FEWEST_WORDS && a.speaker === b.speaker && b.pauseMs < BREATH_MS
  );
}

function toCandidate(
  quote: Candidate['sentences'],
  chapter: number,
  { salience, vectors }: Analysis,
): Candidate {
  const scores = quote.map(({ index }) => salience[index] ?? 0);
  const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
  const trusted = scores.every((value) => value > 0);
  const own = quote.map(({ index }) => vectors[index] ?? new Map<number, number>());
  return {
    sentences: quote,
    chapter,
    score: trusted ? score : 0,
    vector: own.length === 1 ? (own[0] ?? new Map()) : centroid(own),
    likeness: 0,
  };
}

function isQuotable({ sentences, score }: Candidate, fewestWords: number): boolean {
  const words = sentences.reduce((sum, { length }) => sum + length, 0);
  const meaning = sentences.reduce((sum, sentence) => sum + countMeaning(sentence), 0);
  return words >= fewestWords && words <= MOST_WORDS && meaning >= MIN_MEANING && score > 0;
}

function bestOf(open: readonly Candidate[]): Candidate | undefined {
  const worth = ({ score, likeness }: Candidate) => RELEVANCE * score - (1 - RELEVANCE) * likeness;
  return open.reduce<Candidate | undefined>(
    (best, next) => (best === undefined || worth(next) > worth(best) ? next : best),
    undefined,
  );
}

function distanceMs(a: Candidate, b: Candidate): number {
  return Math.max(
    a.sentences[0].startMs - endOf(b.sentences),
    b.sentences[0].startMs - endOf(a.sentences),
  );
}

function endOf(sentences: Candidate['sentences']): number {
  return (sentences.at(-1) ?? sentences[0]).endMs;
}

function toHighlights(picked: readonly Candidate[], { text, segments }: Analysis): Highlight[] {
  const highest = picked.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return picked
    .toSorted((a, b) => a.sentences[0].index - b.sentences[0].index)
    .map(({ sentences, score }, id) => {
      const [first] = sentences;
      const words = sentences.flatMap((sentence) => sentence.words);
      const last = words.at(-1);
      const ids = [...new Set(sentences.flatMap(segmentIdsOf))];
      return {
        id,
        text: cleanWords(words),
        quote: text.slice(words[0]?.offset, last && last.offset + last.text.length),
        start: toSeconds(segments[ids[0] ?? 0]?.startMs ?? 0),
        end: toSeconds(segments[ids.at(-1) ?? 0]?.endMs ?? 0),
        speaker: first.speaker,
        score: Math.round((score / highest) * 1000) / 1000,
        segment_ids: ids,
      };
    });
}
