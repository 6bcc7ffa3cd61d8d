/** Reads a transcript that was made elsewhere, whatever its file is called. */

import { type GivenCue, inOrder, requireFewCues, requireNoTimes, toCues } from './given-cue.ts';
import { toSegments } from './given-tiers.ts';
import {
  createLimits,
  decode,
  excerpt,
  type GivenTranscript,
  type Limits,
  MAX_TRANSCRIPT_BYTES,
  TranscriptFileError,
  tooLarge,
  unreadable,
  wrongTimes,
} from './given-transcript.ts';
import { joinCues } from './join-cues.ts';
import { withNames } from './names-in-text.ts';
import { isEaf, readEaf } from './read-eaf.ts';
import { otrHtml, readOtr } from './read-otr.ts';
import { readQdpx } from './read-qdpx.ts';
import { readSrt } from './read-srt.ts';
import { isBinaryTextGrid, isTextGrid, readTextGrid } from './read-textgrid.ts';
import { isVtt, readVtt, readVttText } from './read-vtt.ts';
import { parseShallow, readStenoJson } from './steno-json.ts';
import { readTimedText } from './timed-text.ts';
import { isZip } from './zip-entry.ts';

/**
 * One pass over at most 32 MB, which still takes a second or two: the service does so in a process of its own.
 * @throws TranscriptFileError
 */
export function readTranscript(bytes: Uint8Array): GivenTranscript {
  if (bytes.length > MAX_TRANSCRIPT_BYTES) throw tooLarge();
  const transcript = isZip(bytes) ? fromProject(bytes) : fromText(bytes);
  if (transcript.segments.length === 0) {
    const [tier] = transcript.leftOut ?? [];
    const place =
      tier === undefined
        ? null
        : `The transcript has tiers such as “${excerpt(tier)}”, but none of what people say.`;
    throw new TranscriptFileError('transcript_empty', place);
  }
  return transcript;
}

function fromProject(bytes: Uint8Array): GivenTranscript {
  const { text, points } = readQdpx(bytes);
  return { language: null, ...readTimedText(text, points, createLimits()) };
}

function fromText(bytes: Uint8Array): GivenTranscript {
  if (isBinaryTextGrid(bytes)) {
    throw unreadable(
      'This TextGrid is binary, which only Praat reads. Save it there as a text file, then try again.',
    );
  }
  const text = decode(bytes, encodingOf(bytes));
  if (text.trim() === '') throw new TranscriptFileError('transcript_empty');
  return parse(text);
}

function parse(text: string): GivenTranscript {
  const limits = createLimits();
  if (isVtt(text)) {
    const { language, cues } = readVttCues(text, limits);
    return { language, segments: joinCues(inOrder(cues, { cutsRounded: true })) };
  }
  // A recording, an archive or UTF-16 without its mark.
  if (text.includes('\0')) throw unreadable();
  if (isTextGrid(text)) {
    const { tiers, points } = readTextGrid(text);
    const { segments, leftOut } = toSegments(tiers, limits);
    return { language: null, segments, leftOut: [...leftOut, ...points] };
  }
  const start = text.trimStart().charAt(0);
  if (start === '<' && isEaf(text)) {
    const { tiers, leftOut } = readEaf(text);
    const { segments, leftOut: others } = toSegments(tiers, limits);
    return { language: mostSpoken(segments), segments, leftOut: [...leftOut, ...others] };
  }
  if (start === '{') return fromJson(parseShallow(text), limits);
  return {
    language: null,
    segments: joinCues(inOrder(readSrt(text, limits), { cutsRounded: true })),
  };
}

function fromJson(whole: unknown, limits: Limits): GivenTranscript {
  const html = otrHtml(whole);
  if (html !== null) {
    const { text, points } = readOtr(html);
    if (points.length === 0) {
      throw wrongTimes(
        'The transcript has no time stamps, so nothing says when its text is spoken.',
      );
    }
    return { language: null, ...readTimedText(text, points, limits) };
  }
  const { language, segments } = readStenoJson(whole, limits);
  const placed = segments.map((one, at) => ({ ...one, place: `Segment ${at}` }));
  return { language, segments: inOrder(placed, { cutsRounded: false }) };
}

/** The language of most segments, if they name one. */
function mostSpoken(segments: GivenTranscript['segments']): string | null {
  const counts = [...Map.groupBy(segments, ({ language }) => language)];
  const [most] = counts.toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}

function readVttCues(text: string, limits: Limits): { language: string | null; cues: GivenCue[] } {
  requireFewCues(text);
  // The text of such a block would be lost.
  const { language, cues } = readVtt(text, requireNoTimes);
  const given: GivenCue[] = [];
  for (const { said, ...times } of cues) {
    for (const cue of toCues(times, readVttText(said.join('\n')), limits)) given.push(cue);
  }
  // Programs of meetings write names into the text; a file that knows voices does not.
  const hasVoices = given.some(({ speaker }) => speaker !== null);
  return { language, cues: hasVoices ? given : withNames(given, limits) };
}

/** UTF-8, or UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
