import { joinTexts } from '../subtitles/spacing.ts';
import type { TimeSpan } from '../time.ts';
import {
  excerpt,
  type Limits,
  MAX_CUES,
  requireLength,
  storable,
  tooLong,
  tooManyCues,
  wrongTimes,
} from './given-transcript.ts';
import { createLines } from './read-lines.ts';

/** A subtitle, or one voice of it; `place` names it in errors. */
export type GivenCue = TimeSpan & { speaker: string | null; text: string; place: string };
/** A cue as it is read: its times, the number of their line, and the lines below them. */
export type CueLines = TimeSpan & { line: number; said: string[]; length: number };
export type VoicePiece = Pick<GivenCue, 'speaker' | 'text'>;

/** With tags and blank lines; times for each word take five times as much as the words. */
const MAX_SOURCE = 100_000;

/** How far times may overlap because a program rounded them: less than two frames. */
const ROUNDING_MS = 80;

/** @throws transcript_too_large */
export function addLine(cue: CueLines, line: string): void {
  cue.length += line.length + 1;
  if (cue.length > MAX_SOURCE) throw tooLong(`Line ${cue.line}`);
  cue.said.push(line);
}

/** What is meant to be a cue's times: nothing but digits, their separators and a sign before the arrow. */
const LIKE_TIMES = /^\s*[-+]?[\d:.,]+\s*-->/;

/** @throws transcript_times for a line that is meant to have times and has none */
export function requireNoTimes(line: string, number: number): void {
  if (!LIKE_TIMES.test(line)) return;
  throw wrongTimes(`Line ${number} of the transcript has wrong times: ${excerpt(line.trim())}`);
}

/**
 * Counts the lines with times before anything is made of them: to make cues of too many would take seconds.
 * @throws transcript_too_large
 */
export function requireFewCues(text: string): void {
  const lines = createLines(text);
  let count = 0;
  for (let line = lines.peek(); line !== null; line = lines.peek()) {
    if (line.includes('-->') && LIKE_TIMES.test(line)) count++;
    if (count > MAX_CUES) throw tooManyCues();
    lines.next();
  }
}

/**
 * The cue whose times are in this line, as one for each voice. Several share its time by the length of what they say.
 * @throws transcript_times, transcript_too_large
 */
export function toCues(
  { startMs, endMs, line }: Omit<CueLines, 'said' | 'length'>,
  said: readonly VoicePiece[],
  limits: Limits,
): GivenCue[] {
  const place = `Line ${line}`;
  requireLength(place, { startMs, endMs });
  const pieces = said
    .map((piece) => ({ ...piece, text: cleanText(piece.text) }))
    .filter(({ text }) => text !== '')
    .map((piece) => ({ ...piece, speaker: limits.name(piece.speaker ?? '') }));
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  const at = (letters: number) => Math.round(startMs + ((endMs - startMs) * letters) / total);
  return pieces.map((piece) => {
    limits.take(place, piece.text);
    const from = at(before);
    before += piece.text.length;
    return { ...piece, place, startMs: from, endMs: at(before) };
  });
}

/**
 * Checks that they begin in the order of the file. Starts that only rounding put before the last one, or before its end where
 * `cutsRounded`, are moved there; other overlaps are kept, since two may talk at once.
 * @throws transcript_times
 */
export function inOrder<Span extends TimeSpan & { place: string }>(
  spans: readonly Span[],
  { cutsRounded }: { cutsRounded: boolean },
): Span[] {
  let [startedMs, endedMs] = [0, 0];
  return spans.map((span) => {
    const { place, endMs } = span;
    const latestMs = span.startMs + ROUNDING_MS;
    const isRounded = cutsRounded && endedMs <= latestMs && endedMs < endMs;
    const startMs = Math.max(span.startMs, isRounded ? endedMs : Math.min(startedMs, latestMs));
    if (startMs < startedMs) {
      throw wrongTimes(`${place} of the transcript begins before the one before it.`);
    }
    requireLength(place, { startMs, endMs });
    [startedMs, endedMs] = [startMs, Math.max(endedMs, endMs)];
    return { ...span, startMs };
  });
}

/** One line, without marks of direction and the overrides of ASS, which some players take in other formats too. */
export function cleanText(text: string): string {
  const bare = storable(text).replaceAll(
    /\{\\[^{}]*\}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '',
  );
  return joinTexts(bare.split('\n').map((line) => line.replaceAll(/\s+/g, ' ')));
}

/** Milliseconds of the groups hours, minutes, seconds and fraction of an expression for times. */
export function toMs([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number((fraction ?? '').padEnd(3, '0'));
}
