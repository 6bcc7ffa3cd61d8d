/** A text as it is read: word for word, without fillers, or clean of words said twice by mistake as well. */
import { alignWords } from '../subtitles/timed-words.ts';
import { fillerSpans, type LeftOut } from './fillers.ts';
import { repetitionSpans } from './repetitions.ts';
import type { Segment, Word } from './transcript.ts';

export type Wording = 'verbatim' | 'no_fillers' | 'clean';

/** A part of a text; the parts are as long together as the text, so that places in it stay. */
export type ReadPart = { text: string; leftOut: boolean };

/**
 * The parts of a text that are read, and those that are left out. Where a sentence now begins later, its first letter is
 * a capital. A text of nothing else stays as it is.
 */
export function readParts(text: string, language: string, wording: Wording): ReadPart[] {
  const parts: ReadPart[] = [];
  let [at, capital] = [0, false];
  const read = (to: number) => {
    const piece = text.slice(at, to);
    if (piece !== '') parts.push({ text: capital ? capitalized(piece) : piece, leftOut: false });
    if (piece.trim() !== '') capital = false;
    at = to;
  };
  for (const { from, to, begins } of leftOutSpans(text, language, wording)) {
    if (from > at) read(from);
    parts.push({ text: text.slice(at, to), leftOut: true });
    at = to;
    capital ||= begins;
  }
  read(text.length);
  const isLeft = parts.some((part) => !part.leftOut && /[\p{L}\p{N}]/u.test(part.text));
  return isLeft ? parts : [{ text, leftOut: false }];
}

/** In order; those that touch are one. */
function leftOutSpans(text: string, language: string, wording: Wording): LeftOut[] {
  if (wording === 'verbatim') return [];
  const fillers = fillerSpans(text, language);
  if (wording === 'no_fillers') return fillers;
  const spans: LeftOut[] = [];
  const all = [...fillers, ...repetitionSpans(text, language, fillers)];
  for (const span of all.toSorted((one, other) => one.from - other.from)) {
    const last = spans.at(-1);
    if (last && span.from <= last.to) {
      last.to = Math.max(last.to, span.to);
      last.begins ||= span.begins;
    } else spans.push({ ...span });
  }
  return spans;
}

export function readText(text: string, language: string, wording: Wording): string {
  const parts = readParts(text, language, wording);
  return parts.map((part) => (part.leftOut ? '' : part.text)).join('');
}

/** A segment with the text that is read and its words; times stay. */
export function readSegment<Said extends Segment>(segment: Said, wording: Wording): Said {
  const parts = readParts(segment.text, segment.language, wording);
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
  const text = parts.map((part) => (part.leftOut ? '' : part.text)).join('');
  return { ...segment, text, words };
}

/** As long as before: a letter whose capital is longer stays. */
function capitalized(text: string): string {
  return text.replace(/^([^\p{L}]*)(\p{Ll})/u, (all, before: string, letter: string) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? before + capital : all;
  });
}
