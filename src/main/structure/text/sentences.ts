import { endsClause, endsSentence } from '../../../shared/subtitles/punctuation.ts';
import { isSpaceless } from '../../../shared/subtitles/spacing.ts';
import type { PlacedWord, WordMap } from './word-map.ts';

/** A sentence by one speaker; `text` is a verbatim part of the joined transcript. */
export type Sentence = {
  text: string;
  startMs: number;
  endMs: number;
  firstSegment: number;
  lastSegment: number;
  speaker: string;
  language: string;
  /** Mean probability of its words, 0–1. */
  confidence: number;
  /** The number of words; for scripts without spaces, half the number of characters. */
  length: number;
  /** The silence before it, 0 for the first. */
  pauseMs: number;
  opensSegment: boolean;
  /** The segments it spans, and where in `text` each one starts. */
  places: { segmentId: number; offset: number }[];
  words: readonly PlacedWord[];
};

/** Speech without punctuation is cut if no sentence ends within this many words. */
const UNPUNCTUATED_WORDS = 60;
const LONGEST_WORDS = 40;
const SHORTEST_WORDS = 5;
const BREATH_MS = 350;
/** How far back to look for the full stop before a closing quote. */
const MARKS = 4;

/** Cuts the transcript into sentences at punctuation, pauses and changes of speaker or language. */
export function cutSentences({ text, words }: WordMap): Sentence[] {
  const parts = cutAtBreaks(text, words).flatMap(cutUnpunctuated);
  let previousEndMs = Number.POSITIVE_INFINITY;
  return parts.map((part) => {
    const sentence = toSentence(text, part, previousEndMs);
    previousEndMs = sentence.endMs;
    return sentence;
  });
}

function cutAtBreaks(text: string, words: readonly PlacedWord[]): PlacedWord[][] {
  const parts: PlacedWord[][] = [];
  let open: PlacedWord[] = [];
  for (const [index, word] of words.entries()) {
    if (!word.noise) open.push(word);
    const next = words[index + 1];
    if (open.length > 0 && (word.noise || next === undefined || isCut(text, word, next))) {
      parts.push(open);
      open = [];
    }
  }
  return parts;
}

function isCut(text: string, word: PlacedWord, next: PlacedWord): boolean {
  if (next.speaker !== word.speaker || next.language !== word.language) return true;
  if (isLooseMark(next)) return false;
  const end = word.offset + word.text.length;
  const tail = isLooseMark(word) ? text.slice(Math.max(0, end - MARKS), end) : word.text;
  return endsSentence(tail, next.text, next.startMs - word.endMs);
}

/** Closing punctuation that is a word of its own belongs to the sentence it closes. */
function isLooseMark(word: PlacedWord): boolean {
  return !word.spaceBefore && !word.opensSegment && !/[\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(word.text);
}

function cutUnpunctuated(words: PlacedWord[]): PlacedWord[][] {
  if (words.length <= UNPUNCTUATED_WORDS) return [words];
  const parts: PlacedWord[][] = [];
  let rest = words;
  while (rest.length > LONGEST_WORDS + SHORTEST_WORDS) {
    const at = bestCut(rest);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** The longest pause, else the last comma, else the last segment end, within the maximum length of a sentence. */
function bestCut(words: readonly PlacedWord[]): number {
  let pauseAt = 0;
  let pauseMs = BREATH_MS - 1;
  let clauseAt = 0;
  let segmentAt = 0;
  for (let at = SHORTEST_WORDS; at <= LONGEST_WORDS; at++) {
    const [left, right] = [words[at - 1], words[at]];
    if (!left || !right) break;
    const silence = right.startMs - left.endMs;
    if (silence > pauseMs) {
      pauseAt = at;
      pauseMs = silence;
    }
    if (endsClause(left.text)) clauseAt = at;
    if (right.opensSegment) segmentAt = at;
  }
  return pauseAt || clauseAt || segmentAt || LONGEST_WORDS;
}

function toSentence(text: string, words: readonly PlacedWord[], previousEndMs: number): Sentence {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) throw new RangeError('A sentence has at least one word.');
  const piece = text.slice(first.offset, last.offset + last.text.length);
  const sum = words.reduce((total, word) => total + word.confidence, 0);
  return {
    text: piece,
    startMs: first.startMs,
    endMs: last.endMs,
    firstSegment: first.segmentId,
    lastSegment: last.segmentId,
    speaker: first.speaker,
    language: first.language,
    confidence: sum / words.length,
    length: isSpaceless(piece) ? Math.ceil(piece.length / 2) : words.length,
    pauseMs: Math.max(0, first.startMs - previousEndMs),
    opensSegment: first.opensSegment,
    places: findPlaces(words, first),
    words,
  };
}

function findPlaces(words: readonly PlacedWord[], first: PlacedWord): Sentence['places'] {
  const places = [{ segmentId: first.segmentId, offset: 0 }];
  for (const { segmentId, offset } of words) {
    if (segmentId !== places.at(-1)?.segmentId) {
      places.push({ segmentId, offset: offset - first.offset });
    }
  }
  return places;
}

/** The segment that contains a character of a sentence's text. */
export function segmentAt(sentence: Sentence, index: number): number {
  return (
    sentence.places.findLast((place) => place.offset <= index)?.segmentId ?? sentence.firstSegment
  );
}

export function segmentIdsOf(sentence: Sentence): number[] {
  return sentence.places.map((place) => place.segmentId);
}
