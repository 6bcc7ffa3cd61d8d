import { toSeconds } from '../../../shared/time.ts';
import type { Term } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { segmentAt } from '../text/sentences.ts';
import type { Reading, ReadSentence, ReadToken } from '../text/vocabulary.ts';
import { overlaps, type RatedPhrase } from './phrase-scores.ts';

/** The position of a phrase: characters `start…end` of a sentence's text. */
export type Occurrence = { sentence: number; start: number; end: number };

/** A recurring word or phrase of one to four words that starts and ends with a content word. */
export type Phrase = {
  types: number[];
  /** The number of its content words. */
  meaning: number;
  occurrences: Occurrence[];
  /** The share of its occurrences within sentences that are capitalized. */
  capitals: number;
};

const LONGEST = 4;
const MIN_COUNT = 2;
/** In a long recording a phrase said twice is chance. */
const LONG_RECORDING_TOKENS = 20_000;

type Gram = { sentence: ReadSentence; from: number; to: number };

/**
 * Finds every recurring phrase, shorter before longer: a phrase can recur only where its prefix does, so each pass
 * visits only the places that the previous one found.
 */
export function minePhrases({ sentences }: Reading): Phrase[] {
  const tokenCount = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const minCount = tokenCount > LONG_RECORDING_TOKENS ? MIN_COUNT + 1 : MIN_COUNT;
  const phrases: Phrase[] = [];
  let groups = groupBy(singles(sentences), (gram) => lastType(gram), minCount);
  for (let length = 1; length <= LONGEST && groups.length > 0; length++) {
    for (const grams of groups) {
      const phrase = toPhrase(grams);
      if (phrase !== null) phrases.push(phrase);
    }
    if (length === LONGEST) break;
    groups = groups.flatMap((grams) =>
      groupBy(grams.filter(canGrow).map(grow), (gram) => lastType(gram), minCount),
    );
  }
  return phrases;
}

function singles(sentences: readonly ReadSentence[]): Gram[] {
  const grams: Gram[] = [];
  for (const sentence of sentences) {
    for (const [at, token] of sentence.tokens.entries()) {
      if (!token.grammar) grams.push({ sentence, from: at, to: at + 1 });
    }
  }
  return grams;
}

/** A phrase never extends across punctuation or by a word it already has: `no, no, no` names nothing. */
function canGrow({ sentence, from, to }: Gram): boolean {
  const next = sentence.tokens[to];
  if (next?.follows !== true) return false;
  for (let at = from; at < to; at++) if (sentence.tokens[at]?.type === next.type) return false;
  return true;
}

function grow({ sentence, from, to }: Gram): Gram {
  return { sentence, from, to: to + 1 };
}

function lastType({ sentence, to }: Gram): number {
  return sentence.tokens[to - 1]?.type ?? -1;
}

function groupBy(grams: readonly Gram[], key: (gram: Gram) => number, minCount: number): Gram[][] {
  const groups = new Map<number, Gram[]>();
  for (const gram of grams) {
    const group = groups.get(key(gram));
    if (group) group.push(gram);
    else groups.set(key(gram), [gram]);
  }
  return [...groups.values()].filter((group) => group.length >= minCount);
}

/** Null if the phrase ends in a function word: it may grow into one that does not. */
function toPhrase(grams: readonly Gram[]): Phrase | null {
  const ends = grams.filter(({ sentence, to }) => sentence.tokens[to - 1]?.grammar === false);
  const sample = ends[0];
  if (!sample) return null;
  const tokens = sample.sentence.tokens.slice(sample.from, sample.to);
  return {
    types: tokens.map((token) => token.type),
    meaning: tokens.filter((token) => !token.grammar).length,
    occurrences: ends.map(toOccurrence),
    capitals: ends.filter(isCapitalized).length / ends.length,
  };
}

function isCapitalized({ sentence, from, to }: Gram): boolean {
  for (let at = from; at < to; at++) {
    const token = sentence.tokens[at];
    if (token?.grammar === false && !token.capital) return false;
  }
  return true;
}

function toOccurrence({ sentence, from, to }: Gram): Occurrence {
  const [first, last]: (ReadToken | undefined)[] = [sentence.tokens[from], sentence.tokens[to - 1]];
  return { sentence: sentence.index, start: first?.start ?? 0, end: last?.end ?? 0 };
}

/** The types of a phrase as a string, used as a key. */
export function phraseKey(types: readonly number[]): string {
  return types.join(' ');
}

const FEWEST = 10;
const MOST = 30;
const MS_PER_TERM = 120_000;
const MAX_SEGMENT_IDS = 20;

/** The recording's key terms: the strongest phrases, none of them part of another that is about as frequent. */
export function pickTerms(
  phrases: readonly RatedPhrase[],
  sentences: readonly ReadSentence[],
  segments: readonly Segment[],
  durationMs: number,
): Term[] {
  const wanted = Math.min(MOST, FEWEST + Math.floor(durationMs / MS_PER_TERM));
  const picked: RatedPhrase[] = [];
  const surfaces = new Set<string>();
  for (const phrase of phrases) {
    if (picked.length === wanted) break;
    const surface = phrase.surface.toLowerCase();
    if (surfaces.has(surface) || picked.some((other) => isSame(other, phrase))) continue;
    picked.push(phrase);
    surfaces.add(surface);
  }
  const highest = picked[0]?.score ?? 1;
  return picked.map((phrase) => {
    const ids = phrase.occurrences.flatMap(({ sentence, start }) => {
      const spoken = sentences[sentence];
      return spoken ? [segmentAt(spoken, start)] : [];
    });
    const segmentIds = [...new Set(ids)].slice(0, MAX_SEGMENT_IDS);
    return {
      term: phrase.surface,
      count: phrase.occurrences.length,
      score: Math.round((phrase.score / highest) * 1000) / 1000,
      segment_ids: segmentIds,
      start: toSeconds(segments[segmentIds[0] ?? 0]?.startMs ?? 0),
    };
  });
}

/** A phrase and a part of it name the same thing, unless the part is also frequent on its own. */
function isSame(a: RatedPhrase, b: RatedPhrase): boolean {
  if (a.types.length === b.types.length) return overlaps(a, b);
  const [more, fewer] = [a.occurrences.length, b.occurrences.length].sort((x, y) => y - x);
  return overlaps(a, b) && (more ?? 0) < 2 * (fewer ?? 0);
}
