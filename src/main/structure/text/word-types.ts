import { functionWords } from './function-words.ts';
import type { Sentence } from './sentences.ts';
import type { Token, Tokenize } from './tokens.ts';

/** A token with the number of its type and the type's properties. */
export type ReadToken = Token & {
  type: number;
  /** A function word by the language's list, or by its spread if there is none: never starts or ends a phrase. */
  grammar: boolean;
  /** Distinguishes topics: neither a function word nor spread over the whole recording. */
  telling: boolean;
};

/** A sentence ready for analysis. */
export type ReadSentence = Sentence & { index: number; tokens: ReadToken[] };

export type Reading = { sentences: ReadSentence[]; typeCount: number };

const BLOCK_SENTENCES = 20;
/** With fewer blocks, occurring in many of them means nothing yet. */
const ENOUGH_BLOCKS = 6;
/** A type in more than this share of the blocks is everywhere. */
const EVERYWHERE = 0.35;
/**
 * Without a list to separate function words from recurring themes, at most this many of the most common types count as
 * function words.
 */
const GRAMMAR_TYPES = 80;

/** Tokenizes every sentence, numbers the types and marks those without meaning. */
export function readSentences(sentences: readonly Sentence[], tokenize: Tokenize): Reading {
  const tokens = sentences.map(({ text, language }) => tokenize(text, language));
  const { types, typeCount } = numberTypes(tokens);
  const everywhere = findEverywhere(types, typeCount);
  const common = findCommon(types, typeCount, everywhere);
  const lists = new Map<string, ReadonlySet<string> | null>();
  const read = sentences.map((sentence, index) => {
    const { language } = sentence;
    if (!lists.has(language)) lists.set(language, functionWords(language));
    const list = lists.get(language) ?? null;
    const readTokens = (tokens[index] ?? []).map((token, at) => {
      const type = types[index]?.[at] ?? 0;
      const listed = list?.has(token.form) === true || list?.has(token.bare) === true;
      const grammar = !token.content || listed || (list === null && common.has(type));
      return { ...token, type, grammar, telling: !grammar && !everywhere.has(type) };
    });
    return { ...sentence, index, tokens: readTokens };
  });
  return { sentences: read, typeCount };
}

/** The type of every token of every sentence. */
type Types = readonly (readonly number[])[];

function numberTypes(tokens: readonly Token[][]): { types: Types; typeCount: number } {
  const numbers = new Map<string, number>();
  const types = tokens.map((sentence) =>
    sentence.map(({ key }) => {
      const type = numbers.get(key) ?? numbers.size;
      numbers.set(key, type);
      return type;
    }),
  );
  return { types, typeCount: numbers.size };
}

/** The types in more than a third of all blocks of twenty sentences. */
function findEverywhere(types: Types, typeCount: number): Set<number> {
  const blocks = Math.ceil(types.length / BLOCK_SENTENCES);
  if (blocks < ENOUGH_BLOCKS) return new Set();
  const spread = new Int32Array(typeCount);
  const lastBlock = new Int32Array(typeCount).fill(-1);
  for (const [index, sentence] of types.entries()) {
    const block = Math.floor(index / BLOCK_SENTENCES);
    for (const type of sentence) {
      if (lastBlock[type] === block) continue;
      lastBlock[type] = block;
      spread[type] = (spread[type] ?? 0) + 1;
    }
  }
  const found = new Set<number>();
  for (const [type, count] of spread.entries()) if (count > EVERYWHERE * blocks) found.add(type);
  return found;
}

/** The most common of some types. */
function findCommon(types: Types, typeCount: number, among: ReadonlySet<number>): Set<number> {
  const counts = new Int32Array(typeCount);
  for (const sentence of types) {
    for (const type of sentence) counts[type] = (counts[type] ?? 0) + 1;
  }
  const ranked = [...among].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  return new Set(ranked.slice(0, GRAMMAR_TYPES));
}
