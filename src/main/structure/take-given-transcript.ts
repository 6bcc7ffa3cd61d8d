/** Reads a transcript that was given with a recording, and makes of it what is stored. */
import {
  excerpt,
  type GivenSegment,
  type GivenTranscript,
  TranscriptFileError,
} from '../../shared/imports/given-transcript.ts';
import { readTranscript } from '../../shared/imports/read-transcript.ts';
import { isLanguage } from '../../shared/languages.ts';
import type { TimeSpan } from '../../shared/time.ts';
import { retimeWords } from '../../shared/transcription/retime-words.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import { AppError } from '../core/errors.ts';
import { guessLanguage } from './text/guess-language.ts';

export type GivenRecording = { durationMs: number; language: string | null };
export type TakenTranscript = {
  language: string;
  /** Whether neither the request nor the file named the language, and the text does not tell it. */
  isUncertain: boolean;
  /** The names of tiers that are no speech, to be read by people. */
  leftOut: string | null;
  /** Names in the order in which they first speak; null is for text without a name. */
  speakers: readonly (string | null)[];
  speech: readonly TimeSpan[];
  windows: readonly TakenWindow[];
};
/** `segments` are JSON of `TakenSegment[]`: to receive all their words at once would take seconds. */
export type TakenWindow = TimeSpan & { segments: string };
/** `speaker` is an index into the names. */
export type TakenSegment = Omit<Segment, 'id' | 'speaker'> & { speaker: number };

/** Subtitles may stay a little longer than the recording lasts. */
const BEYOND_END_MS = 3_000;
/** The unit in which segments are stored and restored: neither long nor so full that storing it takes long. */
const WINDOW_MS = 30_000;
const WINDOW_CHARACTERS = 5_000;
const WINDOW_SEGMENTS = 100;
/** People pause that long without having stopped to talk. */
const PAUSE_MS = 1_000;
const GUESSED_FROM = 30_000;
/** Of tiers, in a warning. */
const NAMED = 5;

/** Without a recording it is only checked. @throws transcript_… */
export function takeTranscript(
  bytes: Uint8Array,
  recording: GivenRecording | null,
): TakenTranscript | null {
  const given = read(bytes);
  if (recording === null) return null;
  const segments = cutAtEnd(fitEnd(given, recording.durationMs), recording.durationMs);
  const known = [recording.language, given.language].find((code) => code && isLanguage(code));
  const language = known ?? guess(segments);
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const numbers = new Map(speakers.map((name, number) => [name, number]));
  return {
    language: language ?? 'en',
    isUncertain: language === null,
    leftOut: named(given.leftOut ?? []),
    speakers,
    speech: spokenIn(segments),
    windows: toWindows(segments).map((window) => {
      const [startMs, endMs] = [window[0]?.startMs ?? 0, Math.max(...window.map((s) => s.endMs))];
      const taken = window.map((segment) =>
        toTaken(segment, language ?? 'en', numbers.get(segment.speaker) ?? 0),
      );
      return { startMs, endMs, segments: JSON.stringify(taken) };
    }),
  };
}

function read(bytes: Uint8Array) {
  try {
    return readTranscript(bytes);
  } catch (error) {
    if (!(error instanceof TranscriptFileError)) throw error;
    throw new AppError(error.code, error.place === null ? {} : { message: error.place });
  }
}

function guess(segments: readonly GivenSegment[]): string | null {
  let text = '';
  for (const segment of segments) {
    text += `${segment.text} `;
    if (text.length > GUESSED_FROM) break;
  }
  return guessLanguage(text);
}

/** The first few. */
function named(tiers: readonly string[]): string | null {
  if (tiers.length === 0) return null;
  const names = tiers.slice(0, NAMED).map((name) => `“${excerpt(name)}”`);
  return [...names, ...(tiers.length > NAMED ? ['…'] : [])].join(', ');
}

/** Times that are only guessed, since nothing says when the text ends, are made to end with the recording. */
function fitEnd(given: GivenTranscript, durationMs: number): readonly GivenSegment[] {
  const { segments, guessedFromMs: fromMs } = given;
  const lastMs = segments.at(-1)?.endMs ?? 0;
  if (fromMs === undefined || lastMs <= durationMs || fromMs >= durationMs) return segments;
  const squeeze = (ms: number) =>
    ms <= fromMs
      ? ms
      : Math.round(fromMs + ((ms - fromMs) * (durationMs - fromMs)) / (lastMs - fromMs));
  const within = withTimes(squeeze);
  return segments.map((segment) => ({ ...within(segment), pieces: segment.pieces.map(within) }));
}

const withTimes =
  (move: (ms: number) => number) =>
  <Span extends TimeSpan>(span: Span): Span => ({
    ...span,
    startMs: move(span.startMs),
    endMs: move(span.endMs),
  });

/** @throws transcript_mismatch for a text that continues after the recording's end */
function cutAtEnd(segments: readonly GivenSegment[], durationMs: number): GivenSegment[] {
  const lastMs = segments.reduce((last, { endMs }) => Math.max(last, endMs), 0);
  if (lastMs > durationMs + BEYOND_END_MS) throw new AppError('transcript_mismatch');
  const within = withTimes((ms) => Math.min(ms, durationMs));
  return segments
    .map((segment) => ({
      ...within(segment),
      pieces: segment.pieces.map((piece) => ({
        ...within(piece),
        words: piece.words?.map(within) ?? null,
      })),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}

function toWindows(segments: readonly GivenSegment[]): GivenSegment[][] {
  const windows: GivenSegment[][] = [];
  let [startMs, characters] = [0, 0];
  for (const segment of segments) {
    const open = windows.at(-1);
    const fits =
      segment.startMs < startMs + WINDOW_MS &&
      characters + segment.text.length <= WINDOW_CHARACTERS &&
      (open?.length ?? 0) < WINDOW_SEGMENTS;
    if (open && fits) open.push(segment);
    else {
      windows.push([segment]);
      [startMs, characters] = [segment.startMs, 0];
    }
    characters += segment.text.length;
  }
  return windows;
}

/** The spans under the text, joined over short pauses. */
function spokenIn(segments: readonly GivenSegment[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const { startMs, endMs } of segments) {
    const last = spans.at(-1);
    if (last && startMs - last.endMs < PAUSE_MS) last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
  }
  return spans;
}

/** A person vouches for the words, so none is doubtful. */
function toTaken(segment: GivenSegment, usual: string, speaker: number): TakenSegment {
  const { startMs, endMs, text } = segment;
  const language = segment.language && isLanguage(segment.language) ? segment.language : usual;
  const words = segment.pieces.flatMap(
    (piece) => piece.words ?? retimeWords({ ...piece, language, words: [] }, piece.text),
  );
  return { startMs, endMs, text, speaker, language, confidence: 1, words: [...words] };
}
