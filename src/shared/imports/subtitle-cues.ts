/** Reads the cues of SRT and VTT files, as programs write them and not only as the formats ask. */
import { joinTexts } from '../subtitles/spacing.ts';
import type { TimeSpan } from '../time.ts';
import { TranscriptFileError } from './given-transcript.ts';

/** A subtitle; `place` names it in errors. */
export type GivenCue = TimeSpan & { speaker: string | null; text: string; place: string };
type GivenCues = { language: string | null; cues: GivenCue[] };

const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})`;
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s|$)`);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** @throws TranscriptFileError */
export function readCues(text: string): GivenCues {
  const lines = text.split(/\r\n|\n|\r/);
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '');
  if (!isVtt && !text.includes('-->')) throw new TranscriptFileError('transcript_unreadable');
  const starts = [...lines.keys()].flatMap((at) => (isTimes(lines, at, isVtt) ? [at] : []));
  const cues = starts.flatMap((at, index) => {
    const next = starts[index + 1] ?? lines.length;
    const body = isVtt ? untilBlank(lines, at + 1) : withoutNumber(lines, at + 1, next);
    return readCue({ line: lines[at] ?? '', place: `Line ${at + 1}`, body, isVtt });
  });
  return { language: isVtt ? languageOf(lines) : null, cues: isVtt ? cues : withNames(cues) };
}

/** Notes and styles of VTT may contain arrows; an arrow in the text of SRT is no time either. */
function isTimes(lines: readonly string[], at: number, isVtt: boolean): boolean {
  const line = lines[at] ?? '';
  if (!line.includes('-->')) return false;
  if (isVtt && /^(?:NOTE|STYLE|REGION)/.test(lines[blockStart(lines, at)] ?? '')) return false;
  if (TIMES.test(line)) return true;
  if (isVtt || /^\s*[\d:.,]+\s*-->/.test(line)) {
    throw new TranscriptFileError(
      'transcript_times',
      `Line ${at + 1} of the transcript has wrong times: ${line.trim().slice(0, 60)}`,
    );
  }
  return false;
}

function blockStart(lines: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && lines[start - 1]?.trim() !== '') start--;
  return start;
}

function untilBlank(lines: readonly string[], from: number): string[] {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== '') end++;
  return lines.slice(from, end);
}

/** The text of an SRT cue may have blank lines; the number of the next cue is not part of it. */
function withoutNumber(lines: readonly string[], from: number, next: number): string[] {
  const isNumbered = next < lines.length && /^\s*\d+\s*$/.test(lines[next - 1] ?? '');
  return lines.slice(from, isNumbered ? next - 1 : next);
}

function readCue({
  line,
  place,
  body,
  isVtt,
}: {
  line: string;
  place: string;
  body: readonly string[];
  isVtt: boolean;
}): GivenCue[] {
  const numbers = (TIMES.exec(line) ?? []).slice(1);
  const span = { startMs: toMs(numbers.slice(0, 4)), endMs: toMs(numbers.slice(4)) };
  if (span.endMs <= span.startMs) {
    throw new TranscriptFileError(
      'transcript_times',
      `${place} of the transcript does not end after its start.`,
    );
  }
  const pieces = voices(body.join('\n')).map(({ speaker, text }) => ({
    speaker,
    text: isVtt ? unescapeText(clean(text)) : clean(text),
  }));
  return share(
    span,
    pieces.filter(({ text }) => text !== ''),
    place,
  );
}

/** Several voices in one cue share its time by the length of what they say. */
function share(
  { startMs, endMs }: TimeSpan,
  pieces: readonly Pick<GivenCue, 'speaker' | 'text'>[],
  place: string,
): GivenCue[] {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  let said = 0;
  const at = (letters: number) => Math.round(startMs + ((endMs - startMs) * letters) / total);
  return pieces.map((piece) => {
    const from = at(said);
    said += piece.text.length;
    return { ...piece, place, startMs: from, endMs: at(said) };
  });
}

/** A text before and after its `<v Name>`. */
function voices(text: string): { speaker: string | null; text: string }[] {
  const [before = '', ...rest] = text.split(/<v(?:\.[^\s>]*)?[ \t]+/);
  const spoken = rest.map((piece) => {
    const end = piece.indexOf('>');
    const name = unescapeText(piece.slice(0, end).trim());
    return { speaker: name || null, text: piece.slice(end + 1) };
  });
  return [{ speaker: null, text: before }, ...spoken];
}

/** Without tags, such as those of style and of word times, and ASS overrides, which some players take in SRT. */
function clean(text: string): string {
  const bare = text.replaceAll(/<\/?[a-z\d][^<>]*>/gi, '').replaceAll(/\{\\[^{}]*\}/g, '');
  return joinTexts(bare.split('\n').map((line) => line.replaceAll(/\s+/g, ' ')));
}

function unescapeText(text: string): string {
  return text.replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all).trim();
}

function toMs([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number((fraction ?? '').padEnd(3, '0'));
}

/** `Language: de` below the first line of VTT. */
function languageOf(lines: readonly string[]): string | null {
  const header = untilBlank(lines, 0);
  const found = header.map((line) => /^Language:\s*([a-z]{2,3})\b/i.exec(line)?.[1]).find(Boolean);
  return found?.toLowerCase() ?? null;
}

/** Up to four words, each of which begins like a name: `Dr. Ana Ruiz: `. */
const NAME = /^((?:[\p{Lu}\p{Lo}\d][^\s:<>]*)(?: [\p{Lu}\p{Lo}\d][^\s:<>]*){0,3}): +(?=\S)/u;
const MAX_NAME = 40;

/**
 * SRT names speakers at most in its text. A file does so if its first cue does; else only what stands there more than
 * once is a name.
 */
function withNames(cues: readonly GivenCue[]): GivenCue[] {
  const nameIn = ({ text }: GivenCue) => {
    const name = NAME.exec(text)?.[1];
    return name !== undefined && name.length <= MAX_NAME && !/^\d+$/.test(name) ? name : null;
  };
  const names = cues.map(nameIn);
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isNamed = names[0] !== null;
  return cues.map((cue, at) => {
    const name = names[at] ?? null;
    if (cue.speaker !== null || name === null) return cue;
    if (!isNamed && (counts.get(name) ?? 0) < 2) return cue;
    return { ...cue, speaker: name, text: cue.text.slice(NAME.exec(cue.text)?.[0].length) };
  });
}
