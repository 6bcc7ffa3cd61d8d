/** Joins the engine's tokens into words. Pure. Every time stays inside its segment and never runs backwards. */
import type { Segment, Word } from '../../../shared/transcription/transcript.ts';
import type { EngineSegment, EngineToken, WindowTranscript } from '../engine.ts';
import { splitWords, type TextSpan } from './word-edges.ts';

/** A segment before it has its place in the recording and its speaker. */
export type RecognizedSegment = Omit<Segment, 'id' | 'speaker' | 'flags'>;

const MIN_WORD_MS = 40;

/** The segments of a window with their words; segments without any letter or digit are left out. */
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

/** When a stretch of the text is spoken. A token shared by two words gives each its part by characters. */
function timeOf(span: TextSpan, tokens: PlacedToken[]): Omit<Word, 'text'> {
  const touching = tokens.filter((token) => token.to > span.from && token.from < span.to);
  // Punctuation takes no time of its own and would stretch the word into the pause after it.
  const spoken = touching.filter((token) => /[\p{L}\p{N}]/u.test(token.text));
  const timed = spoken.length > 0 ? spoken : touching;
  const at = (token: PlacedToken, position: number) => {
    const share = (position - token.from) / (token.to - token.from);
    return Math.round(token.startMs + (token.endMs - token.startMs) * clamp(share, 0, 1));
  };
  const [first, last] = [timed[0], timed.at(-1)];
  return {
    // The space before a word is no part of its time.
    startMs: first ? (span.from - first.from > 1 ? at(first, span.from) : first.startMs) : 0,
    endMs: last ? at(last, span.to) : 0,
    confidence: mean(timed.map((token) => token.p)),
  };
}

/** Makes the words monotone, at least 40 ms long where there is room, and keeps them inside the segment. */
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

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function mean(values: number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
