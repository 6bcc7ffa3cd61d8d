import type { Reading } from '../text/word-types.ts';
import { type Occurrence, type Phrase, phraseKey } from './phrases.ts';

/** A phrase in its most common spelling, with the weight of one occurrence and of all of them. */
export type RatedPhrase = Phrase & { surface: string; weight: number; score: number };

const MAX_BLOCK_SENTENCES = 20;
/** Short recordings have smaller blocks, so that phrases can be spread over several. */
const BLOCKS_WANTED = 12;
/** `routed to the dispatcher` is a clause rather than a name; `Bank of England` is marked by its capitals. */
const GRAMMAR_INSIDE = 0.5;

/** The exponent of the frequency, so that names rank before common words. */
const DAMPING = 0.6;
/** The bonus for words that mostly occur together, if they are frequent enough to judge. */
const NAME_WEIGHT = 6;
/** A theme of the whole recording weighs less than one of a part, but not zero. */
const SPREAD_FLOOR = 6;

/**
 * Rates phrases, best first. A phrase that only occurs within longer ones weighs little (C-value, Frantzi et al. 2000);
 * words that mostly occur together weigh more than each alone, as do phrases that are concentrated in few parts of the
 * recording or capitalized.
 */
export function ratePhrases(phrases: readonly Phrase[], reading: Reading): RatedPhrase[] {
  const count = reading.sentences.length;
  const size = Math.min(MAX_BLOCK_SENTENCES, Math.max(1, Math.round(count / BLOCKS_WANTED)));
  const blocks = Math.ceil(count / size);
  const containing = countContaining(phrases);
  const words = countWords(phrases);
  return phrases
    .map((phrase) => {
      const { types, occurrences, capitals } = phrase;
      const all = occurrences.length;
      const spread = new Set(occurrences.map((at) => Math.floor(at.sentence / size))).size;
      const longer = containing.get(phraseKey(types)) ?? { sum: 0, count: 1 };
      const own = 1 - longer.sum / longer.count / all;
      const weight = own * nameWeight(phrase, words) * (0.7 + 0.3 * capitals);
      const score = weight * all ** DAMPING * Math.log(SPREAD_FLOOR + blocks / spread);
      return { ...phrase, surface: commonSurface(occurrences, reading), weight, score };
    })
    .filter(({ weight, surface }) => weight > 0 && surface.length <= 60)
    .sort((a, b) => b.score - a.score || compareText(a.surface, b.surface));
}

/** 1 for a single word; more for words that rarely occur apart; less for part of a clause. */
function nameWeight(
  { types, meaning, occurrences, capitals }: Phrase,
  words: ReadonlyMap<number, number>,
): number {
  if (types.length === 1) return 1;
  const counts = types.flatMap((type) => words.get(type) ?? []);
  const logs = counts.reduce((sum, count) => sum + Math.log(count), 0) / Math.max(1, counts.length);
  const cohesion = Math.min(1, occurrences.length / Math.exp(logs));
  const clause = capitals > 0.5 ? 1 : clauseWeight(meaning, types.length);
  const evidence = (1 - 1 / occurrences.length) ** 2;
  return clause * (1 + NAME_WEIGHT * Math.log2(meaning) * cohesion * evidence);
}

/** Lower-case names rarely exceed three words: `teacher opened number six` is a repeated clause. */
function clauseWeight(meaning: number, words: number): number {
  if (meaning > 3) return 0;
  return meaning < words ? GRAMMAR_INSIDE : 1;
}

/** How often each content word occurs. */
function countWords(phrases: readonly Phrase[]): Map<number, number> {
  const words = phrases.filter(({ types }) => types.length === 1);
  return new Map(words.map(({ types, occurrences }) => [types[0] ?? -1, occurrences.length]));
}

type Tally = { sum: number; count: number };

/** For every phrase within a longer one: how often the longer ones occur. */
function countContaining(phrases: readonly Phrase[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { types, occurrences } of phrases) {
    for (let from = 0; from < types.length; from++) {
      for (let to = from + 1; to <= types.length; to++) {
        if (to - from === types.length) continue;
        const key = phraseKey(types.slice(from, to));
        const tally = tallies.get(key) ?? { sum: 0, count: 0 };
        tally.sum += occurrences.length;
        tally.count++;
        tallies.set(key, tally);
      }
    }
  }
  return tallies;
}

/** The most common spelling, preferably within sentences, since every sentence starts with a capital. */
function commonSurface(occurrences: readonly Occurrence[], { sentences }: Reading): string {
  const votes = new Map<string, number>();
  for (const { sentence, start, end } of occurrences) {
    const surface = sentences[sentence]?.text.slice(start, end).replaceAll(/\s+/gu, ' ') ?? '';
    votes.set(surface, (votes.get(surface) ?? 0) + (start > 0 ? 2 : 1));
  }
  let best = '';
  let most = 0;
  for (const [surface, vote] of votes) {
    if (vote > most) {
      best = surface;
      most = vote;
    }
  }
  return best;
}

/** By code units, so that the order never depends on the machine's locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether one phrase is part of the other, word for word, or both are forms of one word (`car`, `cars`). */
export function overlaps(a: RatedPhrase, b: RatedPhrase): boolean {
  const [long, short] = a.types.length >= b.types.length ? [a, b] : [b, a];
  const contains = long.types.some((_, at) =>
    short.types.every((type, index) => long.types[at + index] === type),
  );
  return contains || isForm(a.surface.toLowerCase(), b.surface.toLowerCase());
}

function isForm(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.length - short.length <= 2 && long.startsWith(short);
}
