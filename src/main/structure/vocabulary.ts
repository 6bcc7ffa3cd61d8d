import { functionWords } from './function-words.ts';
import type { Sentence } from './sentences.ts';
import type { Token, Tokenize } from './tokens.ts';

/** A token with the number of its type and what the type is good for. */
export type ReadToken = Token & {
  type: number;
  /** Grammar by the language's list, or by its spread where there is none: never begins or ends a phrase. */
  grammar: boolean;
  /** Tells topics apart: not grammar and not spread over the whole recording. */
  telling: boolean;
};

/** A sentence ready for analysis. */
export type ReadSentence = Sentence & { index: number; tokens: ReadToken[] };

export type Reading = { sentences: ReadSentence[]; typeCount: number };

const BLOCK_SENTENCES = 20;
/** With fewer blocks, being in many of them says nothing yet. */
const ENOUGH_BLOCKS = 6;
/** A type in more than this share of the blocks is everywhere. */
const EVERYWHERE = 0.35;
/** Where no list tells grammar from a recurring theme, only this many of the commonest types are grammar. */
const GRAMMAR_TYPES = 80;

/** Tokenises every sentence, numbers the types and marks those without meaning. */
export function readSentences(sentences: readonly Sentence[], tokenize: Tokenize): Reading {
  const types = new Map<string, number>();
  const tokens = sentences.map(({ text, language }) =>
    tokenize(text, language).map((token) => {
      const type = types.get(token.key) ?? types.size;
      types.set(token.key, type);
      return { ...token, type };
    }),
  );
  const everywhere = findEverywhere(tokens, types.size);
  const common = findCommon(tokens, types.size, everywhere);
  const lists = new Map<string, ReadonlySet<string> | null>();
  const read = sentences.map((sentence, index) => {
    const { language } = sentence;
    if (!lists.has(language)) lists.set(language, functionWords(language));
    const list = lists.get(language) ?? null;
    const readTokens = (tokens[index] ?? []).map((token) => {
      const listed = list?.has(token.form) === true || list?.has(token.bare) === true;
      const grammar = !token.content || listed || (list === null && common.has(token.type));
      return { ...token, grammar, telling: !grammar && !everywhere.has(token.type) };
    });
    return { ...sentence, index, tokens: readTokens };
  });
  return { sentences: read, typeCount: types.size };
}

type Numbered = { type: number };

/** Types in more than a third of all blocks of twenty sentences. */
function findEverywhere(tokens: readonly (readonly Numbered[])[], typeCount: number): Set<number> {
  const blocks = Math.ceil(tokens.length / BLOCK_SENTENCES);
  if (blocks < ENOUGH_BLOCKS) return new Set();
  const spread = new Int32Array(typeCount);
  const lastBlock = new Int32Array(typeCount).fill(-1);
  for (const [index, sentence] of tokens.entries()) {
    const block = Math.floor(index / BLOCK_SENTENCES);
    for (const { type } of sentence) {
      if (lastBlock[type] === block) continue;
      lastBlock[type] = block;
      spread[type] = (spread[type] ?? 0) + 1;
    }
  }
  const found = new Set<number>();
  for (const [type, count] of spread.entries()) if (count > EVERYWHERE * blocks) found.add(type);
  return found;
}

function findCommon(
  tokens: readonly (readonly Numbered[])[],
  typeCount: number,
  among: ReadonlySet<number>,
): Set<number> {
  const counts = new Int32Array(typeCount);
  for (const sentence of tokens) {
    for (const { type } of sentence) counts[type] = (counts[type] ?? 0) + 1;
  }
  const ranked = [...among].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  return new Set(ranked.slice(0, GRAMMAR_TYPES));
}
