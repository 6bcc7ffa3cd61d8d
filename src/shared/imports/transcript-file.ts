/** Reads a transcript that was made elsewhere: SRT, VTT, or Steno's own JSON. */

import type { TimeSpan } from '../time.ts';
import { type GivenCue, requireNoTimes, toCues } from './given-cue.ts';
import {
  createLimits,
  type GivenTranscript,
  type Limits,
  MAX_TRANSCRIPT_BYTES,
  TranscriptFileError,
} from './given-transcript.ts';
import { joinCues } from './join-cues.ts';
import { readSrt } from './read-srt.ts';
import { isVtt, readVtt } from './read-vtt.ts';
import { readStenoJson } from './steno-json.ts';
import { readVttText } from './vtt-text.ts';

/** File extensions of transcripts; what a file really is, its content says. */
const TRANSCRIPT_EXTENSIONS: readonly string[] = ['srt', 'vtt', 'json'];
/** How far times may overlap because a program rounded them: less than two frames. */
const ROUNDING_MS = 80;

/** Whether a file's name ends like that of a transcript. */
export function isTranscriptName(name: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1] ?? '';
  return TRANSCRIPT_EXTENSIONS.includes(extension.toLowerCase());
}

/**
 * One pass over at most 32 MB, which still takes a second or two: the service does so in a process of its own.
 * @throws TranscriptFileError
 */
export function readTranscript(bytes: Uint8Array): GivenTranscript {
  if (bytes.length > MAX_TRANSCRIPT_BYTES) throw new TranscriptFileError('transcript_too_large');
  const text = decode(bytes);
  if (text.trim() === '') throw new TranscriptFileError('transcript_empty');
  const transcript = parse(text);
  if (transcript.segments.length === 0) throw new TranscriptFileError('transcript_empty');
  return transcript;
}

function parse(text: string): GivenTranscript {
  const limits = createLimits();
  if (isVtt(text)) {
    const { language, cues } = readVttCues(text, limits);
    return { language, segments: joinCues(inOrder(cues, { cutsRounded: true })) };
  }
  // A recording, an archive or UTF-16 without its mark.
  if (text.includes('\0')) throw new TranscriptFileError('transcript_unreadable');
  if (text.trimStart().startsWith('{')) {
    const { language, segments } = readStenoJson(text, limits);
    const placed = segments.map((one, at) => ({ ...one, place: `Segment ${at}` }));
    return { language, segments: inOrder(placed, { cutsRounded: false }) };
  }
  return {
    language: null,
    segments: joinCues(inOrder(readSrt(text, limits), { cutsRounded: true })),
  };
}

function readVttCues(text: string, limits: Limits): { language: string | null; cues: GivenCue[] } {
  // The text of such a block would be lost.
  const { language, cues } = readVtt(text, requireNoTimes);
  const given: GivenCue[] = [];
  for (const { said, ...times } of cues) {
    for (const cue of toCues(times, readVttText(said.join('\n')), limits)) given.push(cue);
  }
  return { language, cues: given };
}

/**
 * Checks that they begin in the order of the file. Starts that only rounding put before the last one, or before its end where
 * `cutsRounded`, are moved there; other overlaps are kept, since two may talk at once.
 * @throws transcript_times
 */
function inOrder<Span extends TimeSpan & { place: string }>(
  spans: readonly Span[],
  { cutsRounded }: { cutsRounded: boolean },
): Span[] {
  let [startedMs, endedMs] = [0, 0];
  return spans.map((span) => {
    const { place, endMs } = span;
    const latestMs = span.startMs + ROUNDING_MS;
    const isRounded = cutsRounded && endedMs <= latestMs;
    const startMs = Math.max(span.startMs, isRounded ? endedMs : Math.min(startedMs, latestMs));
    if (startMs < startedMs) throw wrongTimes(place, 'begins before the one before it');
    if (endMs <= startMs) throw wrongTimes(place, 'does not end after its start');
    [startedMs, endedMs] = [startMs, Math.max(endedMs, endMs)];
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
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TranscriptFileError('transcript_encoding');
  }
}

function startsWith(bytes: Uint8Array, first: number, second: number): boolean {
  return bytes[0] === first && bytes[1] === second;
}
