/**
 * Writes names and terms as the user spells them. The vocabulary changes only what the model was not sure of; the
 * spelling list changes what it names. Doing it twice changes nothing more. Pure.
 */
import { alignWords } from '../subtitles/timed-words.ts';
import { DOUBTFUL, type Segment } from '../transcription/transcript.ts';
import { lettersOf, type NearTerms, nearestTerm, toNearTerms } from './near-terms.ts';
import {
  type Found,
  type PhraseBook,
  phraseBook,
  phrasesAt,
  type Token,
  tokensOf,
} from './phrases.ts';
import { type Replacement, replaceWords } from './replace-words.ts';
import type { SpellingList } from './spelling.ts';

/** How many words a term may have been recognized as. */
const MOST_WORDS = 3;

export type Sentence = Pick<
  Segment,
  'startMs' | 'endMs' | 'text' | 'language' | 'confidence' | 'words'
>;
export type Respell = (segment: Sentence) => Pick<Segment, 'text' | 'words'> | null;

/** Prepares the lists; the result gives a segment's new text and words, or null where nothing changes. */
export function createRespell(vocabulary: readonly string[], spelling: SpellingList): Respell {
  const wrong = phraseBook(
    spelling.flatMap(({ from, to }) => from.map((one) => ({ from: one, to }))),
  );
  const right = phraseBook(spelling.map(({ to }) => ({ from: to, to })));
  const named = phraseBook(vocabulary.map((term) => ({ from: term, to: term })));
  const terms = toNearTerms(vocabulary);
  const steps: ((segment: Sentence) => Replacement[])[] = [
    (segment) => findDoubtfulTerms(segment, { terms, books: { wrong, right, named } }),
    ({ text }) => findSpellings(text, { wrong, right }).flatMap(({ by }) => by ?? []),
  ];
  return (segment) => {
    let now = segment;
    for (const step of steps) {
      const changes = step(now);
      if (changes.length > 0) now = { ...now, ...(replaceWords(now, changes) ?? {}) };
    }
    return now.text === segment.text ? null : { text: now.text, words: now.words };
  };
}

/** What the spelling list says of a text, from left to right; `by` is null where it is right already. */
function findSpellings(text: string, { wrong, right }: { wrong: PhraseBook; right: PhraseBook }) {
  const tokens = tokensOf(text);
  const kept = marksOf(text, tokens, right);
  const found: (Found & { by: Replacement | null })[] = [];
  for (let at = 0; at < tokens.length; ) {
    const one = phrasesAt(tokens, at, wrong).find(({ first, last }) => isFree(kept, first, last));
    if (one) {
      const written = inSentence(one.phrase.to, text, tokens, one);
      const same = text.slice(one.from, one.to) === written;
      found.push({ ...one, by: same ? null : { from: one.from, to: one.to, text: written } });
    }
    at = one ? one.last + 1 : at + 1;
  }
  return found;
}

/** Where words the model was not sure of are almost a term. */
function findDoubtfulTerms(
  segment: Sentence,
  {
    terms,
    books: { wrong, right, named },
  }: { terms: NearTerms; books: Record<'wrong' | 'right' | 'named', PhraseBook> },
): Replacement[] {
  const { text } = segment;
  const words = terms.size > 0 ? alignWords(segment) : null;
  if (!words?.some(({ confidence }) => confidence < DOUBTFUL)) return [];
  const tokens = tokensOf(text);
  const kept = marksOf(text, tokens, right);
  for (const place of marksOf(text, tokens, named)) kept.add(place);
  for (const { first, last } of findSpellings(text, { wrong, right })) mark(kept, first, last);
  const isDoubtful = ({ from, to }: Token) =>
    words
      .filter((word) => word.offset < to && word.offset + word.text.length > from)
      .every(({ confidence }) => confidence < DOUBTFUL);
  const open = tokens.map((token, at) => !kept.has(at) && isDoubtful(token));
  const changes: Replacement[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const near = nearestAt(text, tokens, { at, open, terms });
    if (!near) continue;
    const { first, last, from, to } = near;
    const written = inSentence(near.term, text, tokens, { first, from });
    if (text.slice(from, to) !== written) changes.push({ from, to, text: written });
    at = last;
  }
  return changes;
}

/** The closest term to one, two or three words from a token on; null where none or several are. */
function nearestAt(
  text: string,
  tokens: readonly Token[],
  { at, open, terms }: { at: number; open: readonly boolean[]; terms: NearTerms },
) {
  const from = tokens[at]?.from ?? 0;
  let best: { term: string; distance: number; last: number; to: number } | null = null;
  let tied = false;
  for (let last = at; last < at + MOST_WORDS; last++) {
    const token = tokens[last];
    if (!token || !open[last] || (last > at && !token.joined)) break;
    const near = nearestTerm(lettersOf(text.slice(from, token.to)), terms);
    if (!near) continue;
    if (!best || near.distance < best.distance) {
      [best, tied] = [{ ...near, last, to: token.to }, false];
    } else if (near.distance === best.distance && near.term !== best.term) tied = true;
  }
  return best && !tied ? { ...best, first: at, from } : null;
}

/** The tokens that are already written as the book says. */
function marksOf(text: string, tokens: readonly Token[], book: PhraseBook): Set<number> {
  const marks = new Set<number>();
  for (const at of tokens.keys()) {
    for (const found of phrasesAt(tokens, at, book)) {
      const written = inSentence(found.phrase.to, text, tokens, found);
      const lead = tokensOf(written)[0]?.from ?? 0;
      if (text.startsWith(written, found.from - lead)) mark(marks, found.first, found.last);
    }
  }
  return marks;
}

function mark(marks: Set<number>, first: number, last: number): void {
  for (let at = first; at <= last; at++) marks.add(at);
}

function isFree(marks: ReadonlySet<number>, first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (marks.has(at)) return false;
  return true;
}

/**
 * With a capital where it begins a sentence that was recognized to begin there, unless its small letter is its own, as
 * in iPhone.
 */
function inSentence(
  to: string,
  text: string,
  tokens: readonly Token[],
  { first, from }: Pick<Found, 'first' | 'from'>,
): string {
  const before = text.slice(tokens[first - 1]?.to ?? 0, from);
  const begins = first === 0 || /[.!?…。！？]/u.test(before);
  const [letter = ''] = text.slice(from);
  const [word = ''] = to.split(/\s/u);
  if (!begins || letter === letter.toLowerCase() || word !== word.toLowerCase()) return to;
  const [small = ''] = to;
  return small.toUpperCase() + to.slice(small.length);
}
