/** Cuts a text into the words that spellings are compared by, and finds phrases in it. Pure. */
import { isSpaceless } from '../subtitles/spacing.ts';
import { spellingKey } from './spelling.ts';

/** A word without the punctuation around it; in scripts without spaces a single character. */
export type Token = {
  key: string;
  /** Where it stands in the text. */
  from: number;
  to: number;
  /** Whether only spaces, or nothing, are between it and the token before. */
  joined: boolean;
  /** The same with the possessive "'s" behind it, where there is one. */
  possessive: { key: string; to: number } | null;
};

/** Punctuation around words. Signs that belong to names, such as those of C++, C# and R&D, are not among it. */
const EDGE = `[.,;:!?…"'’‘“”„«»‹›()\\[\\]{}¿¡—–\\-、。，！？：；「」『』（）·・]`;
const BEFORE = new RegExp(`^${EDGE}+`, 'u');
const AFTER = new RegExp(`(?<!${EDGE})${EDGE}+$`, 'u');
const POSSESSIVE = /['’]s$/iu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(/\S+/gu)) {
    for (const { start, piece } of piecesOf(match[0], match.index)) {
      const open = BEFORE.exec(piece)?.[0].length ?? 0;
      if (open === piece.length) continue;
      const close = AFTER.exec(piece)?.[0].length ?? 0;
      const whole = piece.slice(open, piece.length - close);
      const isPossessive = whole.length > 2 && POSSESSIVE.test(whole);
      const core = isPossessive ? whole.slice(0, -2) : whole;
      const from = start + open;
      const to = from + whole.length;
      tokens.push({
        key: spellingKey(core),
        from,
        to: from + core.length,
        joined: tokens.length > 0 && text.slice(end, from).trim() === '',
        possessive: isPossessive ? { key: spellingKey(whole), to } : null,
      });
      end = to;
    }
  }
  return tokens;
}

/** Each character of a script without spaces by itself, everything else as it is. */
function piecesOf(word: string, at: number): { start: number; piece: string }[] {
  if (!isSpaceless(word)) return [{ start: at, piece: word }];
  const pieces: { start: number; piece: string }[] = [];
  let [start, run] = [at, ''];
  for (const character of word) {
    if (isSpaceless(character)) {
      if (run !== '') pieces.push({ start: start - run.length, piece: run });
      pieces.push({ start, piece: character });
      run = '';
    } else run += character;
    start += character.length;
  }
  if (run !== '') pieces.push({ start: start - run.length, piece: run });
  return pieces;
}

/** A phrase to look for, and what it is written as. */
type Phrase = { keys: readonly string[]; to: string };
/** Phrases by their first word, the longest first, and in their order where they are as long. */
export type PhraseBook = ReadonlyMap<string, readonly Phrase[]>;
/** A phrase in a text: the tokens `first` to `last`, the characters `from` to `to`. */
export type Found = { phrase: Phrase; first: number; last: number; from: number; to: number };

export function phraseBook(phrases: Iterable<{ from: string; to: string }>): PhraseBook {
  const book = new Map<string, Phrase[]>();
  for (const { from, to } of phrases) {
    const keys = tokensOf(from).map(({ key, possessive }) => possessive?.key ?? key);
    const [first] = keys;
    if (first !== undefined) book.set(first, [...(book.get(first) ?? []), { keys, to }]);
  }
  for (const list of book.values()) list.sort((a, b) => b.keys.length - a.keys.length);
  return book;
}

/** The phrases that begin at a token, in the order of the book. */
export function phrasesAt(tokens: readonly Token[], first: number, book: PhraseBook): Found[] {
  const token = tokens[first];
  if (!token) return [];
  const { key, possessive, from } = token;
  const known = [...(book.get(possessive?.key ?? key) ?? []), ...(book.get(key) ?? [])];
  return [...new Set(known)].flatMap((phrase) => {
    const to = endOf(tokens, first, phrase.keys);
    return to === null ? [] : [{ phrase, first, last: first + phrase.keys.length - 1, from, to }];
  });
}

/** Where a phrase ends in the text; null where it does not stand there. */
function endOf(tokens: readonly Token[], first: number, keys: readonly string[]): number | null {
  let end: number | null = null;
  for (const [index, key] of keys.entries()) {
    const token = tokens[first + index];
    if (!token || (index > 0 && !token.joined)) return null;
    const { possessive } = token;
    // Before another word of the phrase, the "'s" must be part of it.
    const last = index === keys.length - 1;
    if (possessive?.key === key) end = possessive.to;
    else if (token.key === key && (last || !possessive)) end = token.to;
    else return null;
  }
  return end;
}
