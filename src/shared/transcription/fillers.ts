/** Sounds like "um", which can be left out of what is read. What is stored keeps them. */
import { alignWords } from '../subtitles/timed-words.ts';
import type { Segment, Word } from './transcript.ts';

/**
 * Only what is no word of its language: German "um" and Portuguese "um" are, English "er" may be an abbreviation, and
 * "eh", "ah" and "ben" say something.
 */
const FILLERS: Readonly<Record<string, RegExp>> = {
  en: /^(?:um+|uhm+|uh+|erm+)$/,
  de: /^(?:ä+h+m*|ö+h+m*|e+h+m+)$/,
  fr: /^(?:e+u+h+m*)$/,
  es: /^(?:e+h+m+)$/,
  it: /^(?:e+h+m+)$/,
  nl: /^(?:u+h+m*|e+h+m+)$/,
  pt: /^(?:e+h+m+)$/,
  sv: /^(?:ö+h+m*|e+h+m+)$/,
  da: /^(?:ø+h+m*|e+h+m+)$/,
  no: /^(?:ø+h+m*|e+h+m+)$/,
  pl: /^(?:y{2,}|e{3,}|e+h+m+)$/,
};

/** Hyphens hold "uh-huh" together; quotation marks are part of a word that is spoken about. */
const WORD = /[\p{L}\p{M}\p{N}'’"“”„«»-]+/gu;
const SENTENCE_END = /[.!?…]["'”’»)]*\s*$/u;

/** A part of a text; the parts are as long together as the text, so that places in it stay. */
export type ReadPart = { text: string; leftOut: boolean };

/**
 * The parts of a text that are read, and those that are left out with the comma or the full stop after them. Where a
 * sentence now begins later, its first letter is a capital. A text of nothing else stays as it is.
 */
export function partFillers(text: string, language: string): ReadPart[] {
  const spans = fillerSpans(text, language);
  const parts: ReadPart[] = [];
  let [at, capital] = [0, false];
  const read = (to: number) => {
    const piece = text.slice(at, to);
    if (piece !== '') parts.push({ text: capital ? capitalized(piece) : piece, leftOut: false });
    if (piece.trim() !== '') capital = false;
    at = to;
  };
  for (const { from, to, begins } of spans) {
    if (from > at) read(from);
    parts.push({ text: text.slice(at, to), leftOut: true });
    at = to;
    capital ||= begins;
  }
  read(text.length);
  const isLeft = parts.some((part) => !part.leftOut && /[\p{L}\p{N}]/u.test(part.text));
  return isLeft ? parts : [{ text, leftOut: false }];
}

/** The text that is read. */
export function withoutFillers(text: string, language: string): string {
  const parts = partFillers(text, language);
  return parts.map((part) => (part.leftOut ? '' : part.text)).join('');
}

/** A segment with the text that is read and its words; times stay. */
export function segmentWithoutFillers(segment: Segment): Segment {
  const parts = partFillers(segment.text, segment.language);
  if (!parts.some(({ leftOut }) => leftOut)) return segment;
  const isRead = parts.flatMap(({ text, leftOut }) => Array<boolean>(text.length).fill(!leftOut));
  const shown = parts.map((part) => part.text).join('');
  const words: Word[] = [];
  for (const { offset, text, startMs, endMs, confidence } of alignWords(segment) ?? []) {
    const places = text.split('').map((_, letter) => offset + letter);
    const said = places.flatMap((at) => (isRead[at] ? shown.charAt(at) : [])).join('');
    const last = words.at(-1);
    // The full stop of a word that is left out ends the one before.
    if (last && said !== '' && !/[\p{L}\p{N}]/u.test(said)) last.text += said;
    else if (said !== '') words.push({ startMs, endMs, confidence, text: said });
  }
  return { ...segment, text: withoutFillers(segment.text, segment.language), words };
}

type FillerSpan = { from: number; to: number; begins: boolean };

/** Where they are, with what goes with them; `begins` where a sentence began with one. */
function fillerSpans(text: string, language: string): FillerSpan[] {
  const filler = FILLERS[language];
  if (filler === undefined) return [];
  const spans: FillerSpan[] = [];
  let kept = '';
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length;
    // All capitals are an abbreviation, and a question is one.
    const isOne = filler.test(word.toLowerCase()) && word.slice(1) === word.slice(1).toLowerCase();
    if (!isOne || /^[!?]/.test(text.slice(end))) continue;
    kept += text.slice(at, index);
    const first = kept.trim() === '' || SENTENCE_END.test(kept);
    const span = first ? atStart(text, index, end) : within(text, index, end);
    spans.push({ ...span, begins: first && /^\p{Lu}/u.test(word) });
    at = span.to;
  }
  return spans;
}

/** With its comma or full stop, and the space behind. */
function atStart(text: string, from: number, end: number) {
  return { from, to: end + lengthOf(/^(?:\.{3}|[,.…])?\s*/, text.slice(end)) };
}

/** With the comma after it; at the end of a sentence, whose mark stays, with the comma before it. */
function within(text: string, index: number, end: number) {
  const rest = text.slice(end);
  if (rest !== '' && !/^[.…]/.test(rest))
    return { from: index, to: end + lengthOf(/^,?\s*/, rest) };
  const before = text.slice(0, index).trimEnd();
  return { from: before.length - (before.endsWith(',') ? 1 : 0), to: end };
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

/** As long as before: a letter whose capital is longer stays. */
function capitalized(text: string): string {
  return text.replace(/^([^\p{L}]*)(\p{Ll})/u, (all, before: string, letter: string) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? before + capital : all;
  });
}
