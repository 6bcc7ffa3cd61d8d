/** Reads WebVTT as its specification does: https://www.w3.org/TR/webvtt1/#file-parsing */
import { addLine, type CueLines, toMs } from './given-cue.ts';
import { createLines, type Lines } from './lines.ts';

const TIME = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)`;
/** What follows are settings, whatever they are. */
const TIMES = new RegExp(`^[\\t\\f ]*${TIME}[\\t\\f ]*-->[\\t\\f ]*${TIME}`);

/** Whether the text begins with WebVTT's signature. */
export function isVtt(text: string): boolean {
  return /^WEBVTT(?:[\t\n\r ]|$)/.test(text);
}

/** Told of a line with an arrow and no times: of its block the specification makes no cue. */
type OnWrongTimes = (line: string, number: number) => void;

/** The language named below the signature, and the cues in the file's order. @throws transcript_too_large */
export function readVtt(
  text: string,
  onWrongTimes: OnWrongTimes,
): { language: string | null; cues: Iterable<CueLines> } {
  const lines = createLines(text.replaceAll('\0', '\ufffd'));
  lines.next();
  const language = readHeader(lines);
  return { language, cues: readBlocks(lines, onWrongTimes) };
}

/** Lines up to the first blank one or the first times. */
function readHeader(lines: Lines): string | null {
  let language: string | null = null;
  for (let line = lines.peek(); line !== null && !line.includes('-->'); line = lines.peek()) {
    if (line === '') break;
    language ??= /^Language:\s*([a-z]{2,3})\b/i.exec(line)?.[1]?.toLowerCase() ?? null;
    lines.next();
  }
  return language;
}

function* readBlocks(lines: Lines, onWrongTimes: OnWrongTimes): Generator<CueLines> {
  for (let line = lines.peek(); line !== null; line = lines.peek()) {
    if (line === '') lines.next();
    else {
      const cue = readBlock(lines, onWrongTimes);
      if (cue) yield cue;
    }
  }
}

/**
 * A block ends at a blank line, or before times that are not its own: those in its first line, or in the second, below
 * its identifier. Without times it is a comment, a style or a region.
 */
function readBlock(lines: Lines, onWrongTimes: OnWrongTimes): CueLines | null {
  let cue: CueLines | null = null;
  let seenArrow = false;
  for (let count = 1; ; count++) {
    const line = lines.peek();
    if (line === null || line === '') break;
    if (line.includes('-->')) {
      if (count > 2 || seenArrow) break;
      seenArrow = true;
      cue = readTimes(line, lines.number());
      if (!cue) onWrongTimes(line, lines.number());
    } else if (cue) addLine(cue, line);
    lines.next();
  }
  return cue;
}

function readTimes(line: string, number: number): CueLines | null {
  const times = TIMES.exec(line);
  if (!times) return null;
  const span = { startMs: toMs(times.slice(1, 5)), endMs: toMs(times.slice(5)) };
  return { ...span, line: number, said: [], length: 0 };
}
