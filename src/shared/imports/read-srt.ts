/** Reads SubRip as programs write it; there is no specification. */
import {
  addLine,
  type CueLines,
  type GivenCue,
  requireFewCues,
  requireNoTimes,
  toCues,
  toMs,
  type VoicePiece,
} from './given-cue.ts';
import { type Limits, unreadable } from './given-transcript.ts';
import { withNames } from './names-in-text.ts';
import { createLines } from './read-lines.ts';

/** Hours and fractions may be missing; dots stand for commas. */
const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`;
/** Coordinates may follow. */
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s|$)`);
const NUMBER = /^\s*\d+\s*$/;

/** @throws transcript_unreadable for a text without times, transcript_times, transcript_too_large */
export function readSrt(text: string, limits: Limits): GivenCue[] {
  if (!text.includes('-->')) throw unreadable();
  requireFewCues(text);
  const cues: GivenCue[] = [];
  for (const { said, ...times } of readBlocks(text)) {
    for (const cue of toCues(times, voicesIn(said.join('\n')), limits)) cues.push(cue);
  }
  return withNames(cues, limits);
}

/**
 * A cue ends where the next one's times are, since there may be blank lines in its text, and none behind it. Whether cues
 * are numbered, the first one shows: else a number alone is text.
 */
function* readBlocks(text: string): Generator<CueLines> {
  const lines = createLines(text);
  let cue: CueLines | null = null;
  let before = '';
  let isNumbered = false;
  for (let line = lines.peek(); line !== null; line = lines.peek()) {
    const times = line.includes('-->') ? TIMES.exec(line) : null;
    if (times) {
      if (cue) {
        if (isNumbered && NUMBER.test(before)) cue.said.pop();
        yield cue;
      } else isNumbered = NUMBER.test(before);
      const span = { startMs: toMs(times.slice(1, 5)), endMs: toMs(times.slice(5)) };
      cue = { ...span, line: lines.number(), said: [], length: 0 };
    } else {
      requireNoTimes(line, lines.number());
      if (cue) addLine(cue, line);
    }
    before = line;
    lines.next();
  }
  if (cue) yield cue;
}

/** Without tags; programs that know voices from WebVTT write them here too. */
function voicesIn(text: string): VoicePiece[] {
  const [before = '', ...rest] = text.split(/<v(?:\.[^\s<>]*)?[ \t]+/);
  const pieces: VoicePiece[] = [{ speaker: null, text: withoutTags(before) }];
  for (const piece of rest) {
    const end = piece.indexOf('>');
    const speaker = piece.slice(0, Math.max(0, end)).trim() || null;
    pieces.push({ speaker, text: withoutTags(piece.slice(end + 1)) });
  }
  return pieces;
}

function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-z\d][^<>]*>/gi, '');
}
