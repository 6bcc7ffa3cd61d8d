/** Joins the engine's tokens into words. Pure. Every time lies within its segment and never decreases. */
import { commonMs, type TimeSpan } from '../../../shared/time.ts';
import type { Segment, Word } from '../../../shared/transcription/transcript.ts';
import type { EngineSegment, EngineToken, WindowTranscript } from '../engine.ts';

/** A segment before it has its position in the recording and its speaker. */
export type RecognizedSegment = Omit<Segment, 'id' | 'speaker' | 'flags'>;

const MIN_WORD_MS = 40;

/** The segments of a window with their words; drops segments without any letter or digit. */
export function toSegments(window: WindowTranscript): RecognizedSegment[] {
  const segments: RecognizedSegment[] = [];
  let lastEndMs = 0;
  for (const segment of window.segments) {
    const startMs = Math.max(segment.startMs, lastEndMs);
    const endMs = Math.max(segment.endMs, startMs + MIN_WORD_MS);
    const words = toWords(segment, window.language, startMs, endMs);
    if (words.length === 0) continue;
    lastEndMs = endMs;
    segments.push({
      startMs,
      endMs,
      text: segment.text.trim(),
      language: window.language,
      confidence: mean(segment.tokens.map((token) => token.p)),
      words,
    });
  }
  return segments;
}

function toWords(segment: EngineSegment, language: string, startMs: number, endMs: number): Word[] {
  const text = segment.tokens.map((token) => token.text).join('');
  const placed = placeTokens(segment.tokens);
  const words = splitWords(text, language).map((span) => {
    const timed = timeOf(span, placed);
    return { ...timed, text: text.slice(span.from, span.to) };
  });
  return intoSegment(words, startMs, endMs);
}

type PlacedToken = EngineToken & TextSpan;

function placeTokens(tokens: EngineToken[]): PlacedToken[] {
  let from = 0;
  return tokens.map((token) => {
    const placed = { ...token, from, to: from + token.text.length };
    from = placed.to;
    return placed;
  });
}

/** When a span of the text is spoken. Two words that share a token each get their part of it by characters. */
function timeOf(span: TextSpan, tokens: PlacedToken[]): Omit<Word, 'text'> {
  const touching = tokens.filter((token) => token.to > span.from && token.from < span.to);
  // Punctuation has no duration and would extend the word into the following pause.
  const spoken = touching.filter((token) => /[\p{L}\p{N}]/u.test(token.text));
  const timed = spoken.length > 0 ? spoken : touching;
  const at = (token: PlacedToken, position: number) => {
    const share = (position - token.from) / (token.to - token.from);
    return Math.round(
      token.startMs + (token.endMs - token.startMs) * Math.min(1, Math.max(0, share)),
    );
  };
  const [first, last] = [timed[0], timed.at(-1)];
  return {
    // The space before a word does not count towards its time.
    startMs: first ? (span.from - first.from > 1 ? at(first, span.from) : first.startMs) : 0,
    endMs: last ? at(last, span.to) : 0,
    confidence: mean(timed.map((token) => token.p)),
  };
}

/** Makes the word times increasing, at least 40 ms long where possible, and keeps them within the segment. */
export function intoSegment(words: Word[], startMs: number, endMs: number): Word[] {
  const least = Math.min(MIN_WORD_MS, Math.floor((endMs - startMs) / Math.max(1, words.length)));
  let low = startMs;
  const forward = words.map((word) => {
    const start = Math.max(word.startMs, low);
    low = Math.max(word.endMs, start + least);
    return { ...word, startMs: start, endMs: low };
  });
  let high = endMs;
  return forward
    .reverse()
    .map((word) => {
      const end = Math.min(word.endMs, high);
      high = Math.min(word.startMs, end - least);
      return { ...word, startMs: high, endMs: end };
    })
    .reverse();
}

function mean(values: number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Finds where words begin and end in a text, with their punctuation. Pure. */

/** Offsets in UTF-16 units, `to` exclusive. */
type TextSpan = { from: number; to: number };

/** Languages written without spaces between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);
const HAS_LETTER = /[\p{L}\p{N}]/u;
/** Opening brackets and quotes, and signs that belong to the following number. */
const OPENS = /^[\p{Ps}\p{Pi}"'¿¡#$£€+-]+$/u;

/** The words of `text` in order, without surrounding spaces. Text without any letter or digit has none. */
function splitWords(text: string, language: string): TextSpan[] {
  const pieces = UNSPACED.has(language) ? segmentedPieces(text, language) : spacedPieces(text);
  return attachPunctuation(text, pieces);
}

function spacedPieces(text: string): TextSpan[] {
  return [...text.matchAll(/\S+/gu)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function segmentedPieces(text: string, language: string): TextSpan[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text)]
    .filter((piece) => piece.segment.trim() !== '')
    .map((piece) => ({ from: piece.index, to: piece.index + piece.segment.length }));
}

/** Attaches pieces without letters to the previous word, and opening brackets or quotes to the next one. */
function attachPunctuation(text: string, pieces: TextSpan[]): TextSpan[] {
  const words: TextSpan[] = [];
  let opening: TextSpan | null = null;
  for (const piece of pieces) {
    const content = text.slice(piece.from, piece.to);
    if (HAS_LETTER.test(content)) {
      words.push({ from: opening?.from ?? piece.from, to: piece.to });
      opening = null;
      continue;
    }
    const last = words.at(-1);
    const startsAfterSpace = piece.from === 0 || /\s/u.test(text.charAt(piece.from - 1));
    if (!last || (OPENS.test(content) && (startsAfterSpace || !/["'+-]/u.test(content)))) {
      opening ??= piece;
    } else {
      last.to = piece.to;
    }
  }
  const last = words.at(-1);
  if (opening && last) last.to = opening.to;
  return words;
}

/** How long `span` overlaps `regions`, which are ordered and do not overlap each other. */
export function overlapMs(span: TimeSpan, regions: readonly TimeSpan[]): number {
  return regions.reduce((sum, region) => sum + Math.max(0, commonMs(span, region)), 0);
}

/** The share of `span` that lies in `regions`, 0–1; 0 for an empty span. */
export function share(span: TimeSpan, regions: readonly TimeSpan[]): number {
  return overlapMs(span, regions) / Math.max(1, span.endMs - span.startMs);
}
