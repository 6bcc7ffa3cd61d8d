/** Reads WebVTT and the texts of its cues as its specification does: https://www.w3.org/TR/webvtt1/#file-parsing */

import { decodeHTML } from 'entities/decode';
import { addLine, type CueLines, toMs, type VoicePiece } from './given-cue.ts';
import { createLines, type Lines } from './read-lines.ts';

const TIME = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)`;
/** What follows are settings, whatever they are. */
const TIMES = new RegExp(`^[\\t\\f ]*${TIME}[\\t\\f ]*-->[\\t\\f ]*${TIME}`);

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

/** An open tag, and whose voice is heard in it. */
type Open = { name: string; speaker: string | null };

/**
 * What each voice says in the text of a cue, in order; unknown tags and times within the text are left out.
 * https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules
 */
export function readVttText(text: string): VoicePiece[] {
  const open: Open[] = [];
  const pieces: VoicePiece[] = [];
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf('<', at);
    const to = tag < 0 ? text.length : tag;
    if (to > at) say(pieces, open.at(-1)?.speaker ?? null, decodeHTML(text.slice(at, to)));
    if (tag < 0) break;
    // A tag that nothing ends takes the rest of the cue.
    const end = text.indexOf('>', tag);
    at = end < 0 ? text.length : end + 1;
    readTag(open, text.slice(tag + 1, end < 0 ? text.length : end));
  }
  return pieces;
}

function say(pieces: VoicePiece[], speaker: string | null, text: string): void {
  const last = pieces.at(-1);
  if (last && last.speaker === speaker) last.text += text;
  else pieces.push({ speaker, text });
}

function readTag(open: Open[], tag: string): void {
  const current = open.at(-1)?.name;
  if (tag.startsWith('/')) {
    const name = tag.slice(1);
    if (name === current) open.pop();
    else if (name === 'ruby' && current === 'rt') open.splice(-2);
    return;
  }
  const space = tag.search(/[\t\n\f ]/);
  const head = space < 0 ? tag : tag.slice(0, space);
  const annotation = space < 0 ? '' : tag.slice(space + 1);
  const [name = ''] = head.split('.', 1);
  const outer = open.at(-1)?.speaker ?? null;
  if (name === 'v') {
    const speaker = decodeHTML(annotation)
      .replaceAll(/[\t\n\f\r ]+/g, ' ')
      .replaceAll(/^ | $/g, '');
    open.push({ name, speaker: speaker || null });
  } else if (/^(?:[cibu]|ruby|lang)$/.test(name) || (name === 'rt' && current === 'ruby')) {
    open.push({ name, speaker: outer });
  }
}
