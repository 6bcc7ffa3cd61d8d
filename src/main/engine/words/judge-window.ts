/**
 * Checks a window's text by its structure, never by its words: text without speech under it, text that repeats in a
 * loop, text that is too fast. Removed text is kept separately with the reason; the rest is flagged. Pure.
 */
import { deflateSync } from 'node:zlib';
import { isSpaceless, joinTexts } from '../../../shared/subtitles/spacing.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import type { SegmentFlag } from '../../../shared/transcription/transcript.ts';
import type { SuppressionReason } from '../../../shared/transcription/transcription.ts';
import { type RecognizedSegment, share } from './join-tokens.ts';

export type JudgedSegment = RecognizedSegment & { flags: SegmentFlag[] };
type Suppressed = TimeSpan & { text: string; reason: SuppressionReason };

export type JudgedWindow = {
  segments: JudgedSegment[];
  suppressed: Suppressed[];
  /** Whether another attempt may give a better result. */
  suspicious: boolean;
};

/** A segment with a smaller share of speech under it was not spoken. */
const LEAST_SPEECH = 0.2;
const UNSURE = 0.6;
/** With this share of speech under consecutive repeats, the repetition was spoken. */
const SPOKEN = 0.7;
const MOST_REPEATS = 2;
const SILENT_REPEAT = 0.3;

/** `segments` and `speech` use the same time base. */
export function judgeWindow(
  segments: readonly RecognizedSegment[],
  speech: readonly TimeSpan[],
  noSpeechProb: number,
): JudgedWindow {
  const suppressed: Suppressed[] = [];
  const suppress = (segment: RecognizedSegment, reason: SuppressionReason) =>
    suppressed.push({ startMs: segment.startMs, endMs: segment.endMs, text: segment.text, reason });

  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

  const spoken = segments.flatMap((segment): JudgedSegment[] => {
    if (!fitsInto(segment.text, speechMs)) {
      suppress(segment, 'no_speech');
      return [];
    }
    const outside = share(segment, speech) < LEAST_SPEECH;
    if (outside && (segment.confidence < UNSURE || noSpeechProb > UNSURE)) {
      suppress(segment, 'no_speech');
      return [];
    }
    const fast = isTooFast(segment.text, segment.endMs - segment.startMs);
    return [{ ...segment, flags: [...flag(outside, 'no_speech'), ...flag(fast, 'too_fast')] }];
  });
  const single = dropSilentRepeats(spoken, speech, (repeat) => suppress(repeat, 'repetition'));
  const unlooped = breakLoop(single, speech, (repeat) => suppress(repeat, 'repetition'));
  return {
    segments: unlooped.segments,
    suppressed: suppressed.sort((a, b) => a.startMs - b.startMs),
    suspicious:
      unlooped.loops ||
      isRepetitive(joinTexts(segments.map(({ text }) => text))) ||
      spoken.some(({ flags }) => flags.includes('too_fast')),
  };
}

function flag(raised: boolean, name: SegmentFlag): SegmentFlag[] {
  return raised ? [name] : [];
}

/** Drops repeats with almost no speech under them when three or more consecutive segments have the same text. */
function dropSilentRepeats(
  segments: readonly JudgedSegment[],
  speech: readonly TimeSpan[],
  drop: (repeat: JudgedSegment) => void,
): JudgedSegment[] {
  let run: JudgedSegment[] = [];
  const kept: JudgedSegment[] = [];
  const finish = () => {
    const repeated = run.length > MOST_REPEATS;
    for (const [index, segment] of run.entries()) {
      if (repeated && index > 0 && share(segment, speech) < SILENT_REPEAT) drop(segment);
      else kept.push(repeated ? { ...segment, flags: [...segment.flags, 'repetition'] } : segment);
    }
    run = [];
  };
  for (const segment of segments) {
    if (run[0] && run[0].text !== segment.text) finish();
    run.push(segment);
  }
  finish();
  return kept;
}

/**
 * Handles a phrase that repeats over half of the window. It stays when there is enough speech and time for it;
 * otherwise only its first occurrence stays.
 */
function breakLoop(
  segments: readonly JudgedSegment[],
  speech: readonly TimeSpan[],
  drop: (repeat: JudgedSegment) => void,
): { segments: JudgedSegment[]; loops: boolean } {
  const words = segments.flatMap((segment) => segment.words);
  const loop = findLoop(words.map(({ text }) => text));
  const [first, last] = loop ? [words[loop.from], words[loop.to - 1]] : [];
  if (!loop || !first || !last) return { segments: [...segments], loops: false };
  const span = { startMs: first.startMs, endMs: last.endMs };
  const text = joinTexts(words.slice(loop.from, loop.to).map((word) => word.text));
  const spoken =
    share(span, speech) >= SPOKEN && !isTooFast(text, Math.max(1000, span.endMs - span.startMs));
  let at = 0;
  const kept = segments.flatMap((segment): JudgedSegment[] => {
    const from = at;
    at += segment.words.length;
    if (at <= loop.from || from >= loop.to) return [segment];
    const flagged: JudgedSegment = {
      ...segment,
      flags: [...new Set([...segment.flags, 'repetition' as const])],
    };
    if (spoken) return [flagged];
    const isRepeat = (index: number) => index >= loop.from + loop.length && index < loop.to;
    const repeats = withWords(flagged, (index) => isRepeat(from + index));
    const rest = withWords(flagged, (index) => !isRepeat(from + index));
    if (repeats) drop(repeats);
    return rest ? [rest] : [];
  });
  return { segments: kept, loops: true };
}

/** The segment reduced to some of its words; null when none are left. */
function withWords(
  segment: JudgedSegment,
  wanted: (index: number) => boolean,
): JudgedSegment | null {
  const words = segment.words.filter((_, index) => wanted(index));
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const text = joinTexts(words.map((word) => word.text));
  return { ...segment, startMs: first.startMs, endMs: last.endMs, text, words };
}

/** Words `from` … `to` (exclusive) repeat one phrase of `length` words. */
export type Loop = { from: number; to: number; length: number };

const LONGEST_PHRASE = 8;
const FEWEST_REPEATS = 4;
const SMALLEST_SHARE = 0.5;
/** In a shorter text, deflate's header hides any repetition. */
const LEAST_BYTES = 60;
/** Ordinary text reaches 1.3 in English and 2.1 in Hindi, whose letters take three bytes; loops start at five. */
const MOST_COMPRESSION = { oneByte: 2.4, other: 3.5 };
const MOST_LETTERS_A_SECOND = { spaced: 30, spaceless: 10 };
const LEAST_RATED_MS = 1000;

/** A phrase of up to eight words that occurs four or more times in a row and makes up half of the words. */
export function findLoop(texts: readonly string[]): Loop | null {
  const words = texts.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  for (let length = 1; length <= LONGEST_PHRASE; length++) {
    let from = 0;
    for (let at = length; at <= words.length; at++) {
      if (at < words.length && words[at] === words[at - length]) continue;
      const covered = at - from;
      if (covered >= length * FEWEST_REPEATS && covered >= words.length * SMALLEST_SHARE) {
        return { from, to: at, length };
      }
      from = at - length + 1;
    }
  }
  return null;
}

/** Whether a text compresses as well as only repetitive text does. */
export function isRepetitive(text: string): boolean {
  const bytes = Buffer.from(text);
  if (bytes.length < LEAST_BYTES) return false;
  const oneByte = bytes.length < text.length * 1.5;
  const limit = oneByte ? MOST_COMPRESSION.oneByte : MOST_COMPRESSION.other;
  return bytes.length / deflateSync(bytes).length > limit;
}

/** Whether a window with little speech, such as a short burst of music, has enough of it for this text. */
function fitsInto(text: string, speechMs: number): boolean {
  if (speechMs === 0 || speechMs >= LEAST_RATED_MS) return true;
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  return (letters * 1000) / speechMs <= mostLettersASecond(text);
}

function mostLettersASecond(text: string): number {
  return isSpaceless(text) ? MOST_LETTERS_A_SECOND.spaceless : MOST_LETTERS_A_SECOND.spaced;
}

/** Whether the text is too long to be spoken in that time. */
export function isTooFast(text: string, durationMs: number): boolean {
  if (durationMs < LEAST_RATED_MS) return false;
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
  return (letters * 1000) / durationMs > mostLettersASecond(text);
}
