/**
 * The test for topic segmentation after Choi (NAACL 2000): pieces of different documents glued together, so that
 * the true boundaries are known. Judged by Pk (Beeferman et al. 1999).
 */
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { cutSentences } from '../../../src/main/structure/text/sentences.ts';
import { createTokenizer } from '../../../src/main/structure/text/tokens.ts';
import { mapWords } from '../../../src/main/structure/text/word-map.ts';
import { readSentences } from '../../../src/main/structure/text/word-types.ts';
import type { ProseDocument } from './texts.ts';
import { between, shuffle } from './texts-random.ts';
import { speak } from './texts-spoken.ts';

/** Sentences in order, and the indexes at which another document begins (without the first). */
export type ChoiText = { sentences: string[]; boundaries: number[] };

export type ChoiShape = { seed: number; pieces: number; shortest: number; longest: number };

/** Glues pieces of random length from the starts of random documents, no document twice. */
export function glueChoi(
  documents: readonly ProseDocument[],
  { seed, pieces, shortest, longest }: ChoiShape,
): ChoiText {
  const random = seededRandom(seed);
  const long = documents.filter(({ sentences }) => sentences.length >= shortest);
  const sentences: string[] = [];
  const boundaries: number[] = [];
  for (const document of shuffle(random, long).slice(0, pieces)) {
    if (sentences.length > 0) boundaries.push(sentences.length);
    const most = Math.min(longest, document.sentences.length);
    sentences.push(...document.sentences.slice(0, between(random, shortest, most)));
  }
  return { sentences, boundaries };
}

/** The word types of each sentence as the analysis sees them. */
export function tellingTypes(sentences: readonly string[]): {
  units: number[][];
  typeCount: number;
} {
  const reading = readSentences(cutSentences(mapWords(speak(sentences))), createTokenizer());
  const units: number[][] = sentences.map(() => []);
  for (const { firstSegment, tokens } of reading.sentences) {
    const telling = tokens.filter((token) => token.telling).map((token) => token.type);
    units[firstSegment]?.push(...telling);
  }
  return { units, typeCount: reading.typeCount };
}

/**
 * How often two sentences half a mean topic apart are wrongly held to be in one topic or in two: 0 is perfect,
 * near 0.5 is chance.
 */
export function pk(truth: readonly number[], found: readonly number[], count: number): number {
  const reach = Math.max(1, Math.round(count / (truth.length + 1) / 2));
  const [real, guessed] = [topicNumbers(truth, count), topicNumbers(found, count)];
  let wrong = 0;
  for (let at = 0; at + reach < count; at++) {
    const together = real[at] === real[at + reach];
    if (together !== (guessed[at] === guessed[at + reach])) wrong++;
  }
  return wrong / Math.max(1, count - reach);
}

function topicNumbers(boundaries: readonly number[], count: number): number[] {
  const starts = new Set(boundaries);
  let topic = 0;
  return Array.from({ length: count }, (_, at) => {
    if (starts.has(at)) topic++;
    return topic;
  });
}
