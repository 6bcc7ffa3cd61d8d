import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { Summary } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { textKey } from '../text/clean-text.ts';
import { cosine, type Vector } from '../text/sentence-vectors.ts';
import { segmentIdsOf } from '../text/sentences.ts';
import type { ReadSentence } from '../text/word-types.ts';
import { type Analysis, countMeaning } from './salience.ts';

/** The number of best sentences considered per chapter. */
const CANDIDATES = 5;
const DIVERSITY = 6;
const COVERAGE_SHARE = 5;
const MOST = 25;
const MS_PER_SENTENCE = 600_000;
/** A chapter longer than this share of the recording is always represented. */
const LARGE_CHAPTER = 0.08;
/** A summary never has more than this share of the sentences. */
const LARGEST_SHARE = 0.25;

type Candidate = { index: number; chapter: number; salience: number };

/**
 * Picks sentences that cover the recording without repeating each other: greedy maximization of a submodular function
 * (Lin & Bilmes 2011), in chronological order.
 */
export function buildSummary(analysis: Analysis): Summary {
  const candidates = pickCandidates(analysis);
  const budget = Math.min(
    MOST,
    5 + Math.floor(analysis.durationMs / MS_PER_SENTENCE),
    Math.max(1, Math.round(LARGEST_SHARE * analysis.sentences.length)),
  );
  const chosen = choose(candidates, analysis, budget)
    .map((at) => candidates[at]?.index ?? 0)
    .sort((a, b) => a - b);
  const sentences = chosen.flatMap((index) => {
    const sentence = analysis.sentences[index];
    return sentence ? [toSummarySentence(sentence, analysis.segments)] : [];
  });
  return { text: joinTexts(sentences.map((sentence) => sentence.text)), sentences };
}

function toSummarySentence(sentence: ReadSentence, segments: readonly Segment[]) {
  return {
    text: sentence.text,
    segment_ids: segmentIdsOf(sentence),
    start: toSeconds(segments[sentence.firstSegment]?.startMs ?? 0),
  };
}

function pickCandidates({ chapters, salience, sentences }: Analysis): Candidate[] {
  // Sentences repeated in the same words add nothing to a summary.
  const firsts = new Map<string, ReadSentence>();
  for (const sentence of sentences.toReversed()) firsts.set(textKey(sentence.text), sentence);
  const isNew = (sentence: ReadSentence) => firsts.get(textKey(sentence.text)) === sentence;
  return chapters.flatMap(({ firstSentence, sentenceEnd }, chapter) =>
    sentences
      .slice(firstSentence, sentenceEnd)
      .filter(isNew)
      .map(({ index }) => ({ index, chapter, salience: salience[index] ?? 0 }))
      .sort((a, b) => b.salience - a.salience || a.index - b.index)
      .slice(0, CANDIDATES),
  );
}

function choose(candidates: readonly Candidate[], analysis: Analysis, budget: number): number[] {
  const objective = createObjective(candidates, analysis);
  const chosen: number[] = [];
  const missing = largeChapters(analysis);
  while (chosen.length < Math.min(budget, candidates.length)) {
    let best = -1;
    let highest = Number.NEGATIVE_INFINITY;
    const left = budget - chosen.length;
    for (const [at, { chapter }] of candidates.entries()) {
      if (chosen.includes(at) || (missing.size >= left && !missing.has(chapter))) continue;
      const value = objective.gain(at);
      if (value > highest) {
        best = at;
        highest = value;
      }
    }
    if (best < 0) break;
    chosen.push(best);
    objective.add(best);
    missing.delete(candidates[best]?.chapter ?? -1);
  }
  return chosen;
}

function largeChapters({ chapters, segments, durationMs, sentences }: Analysis): Set<number> {
  const large = chapters.flatMap((chapter, index) => {
    const startMs = segments[chapter.firstSegment]?.startMs ?? 0;
    const endMs = segments[chapter.lastSegment]?.endMs ?? 0;
    const spoken = sentences
      .slice(chapter.firstSentence, chapter.sentenceEnd)
      .some((sentence) => countMeaning(sentence) > 0);
    return spoken && endMs - startMs > LARGE_CHAPTER * durationMs ? [index] : [];
  });
  return new Set(large);
}

/** Coverage of all candidates and diversity over chapters, updated as sentences are added. */
function createObjective(candidates: readonly Candidate[], { vectors }: Analysis) {
  const rows = likenesses(candidates, vectors);
  const share = Math.min(1, COVERAGE_SHARE / Math.max(1, candidates.length));
  const ceilings = rows.map((row) => share * row.reduce((sum, likeness) => sum + likeness, 0));
  const covered = candidates.map(() => 0);
  const saliences = new Map<number, number>();
  return {
    /** The gain of adding one sentence. */
    gain(at: number): number {
      const { chapter, salience } = candidates[at] ?? { chapter: -1, salience: 0 };
      const before = saliences.get(chapter) ?? 0;
      let gain = DIVERSITY * (Math.sqrt(before + salience) - Math.sqrt(before));
      const row = rows[at] ?? new Float64Array();
      for (let index = 0; index < row.length; index++) {
        const room = (ceilings[index] ?? 0) - (covered[index] ?? 0);
        gain += Math.max(0, Math.min(row[index] ?? 0, room));
      }
      return gain;
    },
    add(at: number): void {
      const { chapter, salience } = candidates[at] ?? { chapter: -1, salience: 0 };
      saliences.set(chapter, (saliences.get(chapter) ?? 0) + salience);
      for (const [index, likeness] of (rows[at] ?? []).entries()) {
        covered[index] = (covered[index] ?? 0) + likeness;
      }
    },
  };
}

function likenesses(candidates: readonly Candidate[], vectors: readonly Vector[]): Float64Array[] {
  const empty: Vector = new Map();
  const own = candidates.map(({ index }) => vectors[index] ?? empty);
  const rows = own.map(() => new Float64Array(own.length));
  for (const [a, row] of rows.entries()) {
    for (let b = a; b < own.length; b++) {
      const likeness = cosine(own[a] ?? empty, own[b] ?? empty);
      row[b] = likeness;
      const mirror = rows[b];
      if (mirror) mirror[a] = likeness;
    }
  }
  return rows;
}
