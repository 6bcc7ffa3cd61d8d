import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { ChapterSpan } from '../chapters/topics.ts';
import { centroid, cosine, type Vector } from '../text/sentence-vectors.ts';
import type { ReadSentence } from '../text/word-types.ts';

const CENTRAL = 0.45;
const RANK = 0.25;
const DENSITY = 0.15;
const LENGTH = 0.15;
/** Below this the words themselves are doubtful. */
const MIN_CONFIDENCE = 0.5;
/** Longer chapters have too many pairs; similarity to the centroid alone is nearly as good. */
const MAX_RANKED = 600;
/** Fewer content words make a reply, not a statement. */
const MIN_MEANING = 3;
const IDEAL_WORDS = { from: 12, to: 28 };

/**
 * How well each sentence represents its chapter, 0…1: by similarity to the centroid, rank, strong phrases and length.
 */
export function rateSentences(
  sentences: readonly ReadSentence[],
  vectors: readonly Vector[],
  chapters: readonly ChapterSpan[],
  strongTypes: ReadonlySet<number>,
): number[] {
  return chapters.flatMap(({ firstSentence, sentenceEnd }) => {
    const members = sentences.slice(firstSentence, sentenceEnd);
    const own = vectors.slice(firstSentence, sentenceEnd);
    const centre = centroid(own);
    const nearness = own.map((vector) => cosine(vector, centre));
    const nearest = nearness.reduce((a, b) => Math.max(a, b), 0) || 1;
    const ranks = own.length <= MAX_RANKED ? lexRank(own) : nearness.map((near) => near / nearest);
    const said = new Map<string, number>();
    for (const { text } of members) said.set(text, (said.get(text) ?? 0) + 1);
    return members.map((sentence, index) => {
      const value =
        (CENTRAL * (nearness[index] ?? 0)) / nearest +
        RANK * (ranks[index] ?? 0) +
        DENSITY * termDensity(sentence, strongTypes) +
        LENGTH * lengthPrior(sentence.length);
      return value * trust(sentence, (said.get(sentence.text) ?? 0) > 1);
    });
  });
}

/** Doubtful words count as zero; short replies, fragments and repeated sentences count half. */
function trust(sentence: ReadSentence, repeated: boolean): number {
  if (sentence.confidence < MIN_CONFIDENCE) return 0;
  const fragment = countMeaning(sentence) < MIN_MEANING || /^\p{Ll}/u.test(sentence.text);
  return repeated || fragment ? 0.5 : 1;
}

function termDensity({ tokens }: ReadSentence, strongTypes: ReadonlySet<number>): number {
  const meaningful = tokens.filter((token) => !token.grammar);
  if (meaningful.length === 0) return 0;
  return meaningful.filter((token) => strongTypes.has(token.type)).length / meaningful.length;
}

/** 1 for sentences of 12 to 28 words, falling to 0 for a single word and for 60. */
function lengthPrior(words: number): number {
  if (words < IDEAL_WORDS.from) return Math.max(0, (words - 1) / (IDEAL_WORDS.from - 1));
  if (words <= IDEAL_WORDS.to) return 1;
  return Math.max(0, 1 - (words - IDEAL_WORDS.to) / 32);
}

/** The number of content words, which a sentence needs to stand on its own. */
export function countMeaning({ tokens }: ReadSentence): number {
  return tokens.filter((token) => !token.grammar).length;
}

const THRESHOLD = 0.1;
const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * The centrality of each sentence in the similarity graph: PageRank over cosines above 0.1 (LexRank, Erkan & Radev
 * 2004). Scaled so that the best is 1.
 */
function lexRank(vectors: readonly Vector[]): number[] {
  const edges = likenesses(vectors);
  const degrees = edges.map((row) => row.reduce((sum, edge) => sum + edge.weight, 0));
  let ranks = vectors.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const shares = ranks.map((rank, index) => rank / (degrees[index] || 1));
    ranks = edges.map((row) => {
      const received = row.reduce((sum, { to, weight }) => sum + weight * (shares[to] ?? 0), 0);
      return 1 - DAMPING + DAMPING * received;
    });
  }
  const highest = ranks.reduce((a, b) => Math.max(a, b), 0) || 1;
  return ranks.map((rank) => rank / highest);
}

type Edge = { to: number; weight: number };

/** All pairs with a word in common, found by word rather than by trying all pairs. */
function likenesses(vectors: readonly Vector[]): Edge[][] {
  const holders = new Map<number, Edge[]>();
  for (const [index, vector] of vectors.entries()) {
    for (const [type, weight] of vector) {
      const list = holders.get(type);
      if (list) list.push({ to: index, weight });
      else holders.set(type, [{ to: index, weight }]);
    }
  }
  return vectors.map((vector, index) => {
    const sums = new Map<number, number>();
    for (const [type, weight] of vector) {
      for (const other of holders.get(type) ?? []) {
        if (other.to !== index) {
          sums.set(other.to, (sums.get(other.to) ?? 0) + weight * other.weight);
        }
      }
    }
    return Array.from(sums, ([to, weight]) => ({ to, weight })).filter(
      (edge) => edge.weight > THRESHOLD,
    );
  });
}

/** A transcript with rated sentences; `vectors` and `salience` have one entry per sentence. */
export type Analysis = {
  /** The transcript's text, in which words have their offsets. */
  text: string;
  segments: readonly Segment[];
  durationMs: number;
  sentences: readonly ReadSentence[];
  vectors: readonly Vector[];
  salience: readonly number[];
  chapters: readonly ChapterSpan[];
};
