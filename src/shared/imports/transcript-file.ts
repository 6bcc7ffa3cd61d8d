/** Reads a transcript that was made elsewhere: SRT, VTT, or Steno's own JSON. */

import { joinTexts } from '../subtitles/spacing.ts';
import type { TimeSpan } from '../time.ts';
import {
  type GivenPiece,
  type GivenSegment,
  type GivenTranscript,
  TranscriptFileError,
} from './given-transcript.ts';
import { readStenoJson } from './steno-json.ts';
import { type GivenCue, readCues } from './subtitle-cues.ts';

/** File extensions of transcripts; what a file really is, its content says. */
const TRANSCRIPT_EXTENSIONS: readonly string[] = ['srt', 'vtt', 'json'];
/** Ten hours with the time of each word take about 20 MB as JSON. */
export const MAX_TRANSCRIPT_BYTES = 32 * 1024 ** 2;
/** How far times may overlap because a program rounded them: less than two frames. */
const ROUNDING_MS = 80;

/** Whether a file's name ends like that of a transcript. */
export function isTranscriptName(name: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1] ?? '';
  return TRANSCRIPT_EXTENSIONS.includes(extension.toLowerCase());
}

/** @throws TranscriptFileError */
export function readTranscript(bytes: Uint8Array): GivenTranscript {
  if (bytes.length > MAX_TRANSCRIPT_BYTES) throw new TranscriptFileError('transcript_too_large');
  const text = decode(bytes);
  if (text.trim() === '') throw new TranscriptFileError('transcript_empty');
  const transcript = parse(text);
  if (transcript.segments.length === 0) throw new TranscriptFileError('transcript_empty');
  return transcript;
}

function parse(text: string): GivenTranscript {
  if (text.trimStart().startsWith('{')) {
    const { language, segments } = readStenoJson(text);
    const placed = segments.map((one, at) => ({ ...one, place: `Segment ${at}` }));
    // Where two talk at once, Steno's segments overlap.
    return { language, segments: inOrder(placed, { mayOverlap: true }) };
  }
  const { language, cues } = readCues(text);
  return { language, segments: toSegments(inOrder(cues, { mayOverlap: false })) };
}

/** Cuts overlaps that are only rounded. @throws TranscriptFileError for others */
function inOrder<Span extends TimeSpan & { place: string }>(
  spans: readonly Span[],
  { mayOverlap }: { mayOverlap: boolean },
): Span[] {
  let earliestMs = 0;
  return spans.map((span) => {
    const { place, endMs } = span;
    const startMs = Math.max(span.startMs, Math.min(earliestMs, span.startMs + ROUNDING_MS));
    if (startMs < earliestMs) throw wrongTimes(place, 'begins before the one before it has ended');
    if (endMs <= startMs) throw wrongTimes(place, 'does not end after its start');
    earliestMs = mayOverlap ? startMs : endMs;
    return { ...span, startMs };
  });
}

function wrongTimes(place: string, what: string): TranscriptFileError {
  return new TranscriptFileError('transcript_times', `${place} of the transcript ${what}.`);
}

/** UTF-8, or UTF-16 with a byte order mark. @throws TranscriptFileError */
function decode(bytes: Uint8Array): string {
  const encoding = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TranscriptFileError('transcript_encoding');
  }
  // A recording, an archive or UTF-16 without its mark.
  if (text.includes('\0')) throw new TranscriptFileError('transcript_unreadable');
  return text;
}

function startsWith(bytes: Uint8Array, first: number, second: number): boolean {
  return bytes[0] === first && bytes[1] === second;
}

/** A longer pause ends a speaker's sentence. */
const PAUSE_MS = 1500;
/** What is longer is hard to correct in one piece. */
const LONG_MS = 30_000;
const SENTENCE_END = /[.!?。！？…؟।]["'”’»)\]]*$/u;

/**
 * Joins the cues of a sentence, since a subtitle ends where its lines are full. Unnamed cues are the last speaker's.
 */
function toSegments(cues: readonly GivenCue[]): GivenSegment[] {
  const groups: { speaker: string | null; cues: GivenCue[] }[] = [];
  for (const cue of cues) {
    const open = groups.at(-1);
    const speaker = cue.speaker ?? open?.speaker ?? null;
    if (open && open.speaker === speaker && goesOn(open.cues, cue)) open.cues.push(cue);
    else groups.push({ speaker, cues: [cue] });
  }
  return groups.map(({ speaker, cues }) => {
    const pieces = cues.map(
      ({ startMs, endMs, text }): GivenPiece => ({ startMs, endMs, text, words: null }),
    );
    const text = joinTexts(pieces.map((piece) => piece.text));
    const [startMs, endMs] = [pieces[0]?.startMs ?? 0, pieces.at(-1)?.endMs ?? 0];
    return { startMs, endMs, speaker, language: null, text, pieces };
  });
}

function goesOn(said: readonly GivenCue[], cue: GivenCue): boolean {
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last || SENTENCE_END.test(last.text)) return false;
  return cue.startMs - last.endMs < PAUSE_MS && cue.endMs - first.startMs <= LONG_MS;
}
