import type { Reading, ReadSentence, ReadToken } from '../text/word-types.ts';

/** The position of a phrase: characters `start…end` of a sentence's text. */
export type Occurrence = { sentence: number; start: number; end: number };

/** A recurring word or phrase of one to four words that starts and ends with a content word. */
export type Phrase = {
  types: number[];
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

export function phraseKey(types: readonly number[]): string {
  return types.join(' ');
}
