import { cleanLine, isSpaceless } from '../../shared/subtitles/spacing.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';

/** Segments of one chapter that fit into one request. */
export type Part = { segments: readonly Segment[] };

/** Splits a chapter into parts of at most this many tokens, at paragraph ends where possible. */
export function cutParts(
  segments: readonly Segment[],
  paragraphEnds: ReadonlySet<number>,
  maxTokens: number,
): Part[] {
  const parts: Part[] = [];
  let rest = segments;
  while (rest.length > 0) {
    const count = countFitting(rest, maxTokens);
    const cut = count === rest.length ? count : lastEnd(rest, count, paragraphEnds);
    parts.push({ segments: rest.slice(0, cut) });
    rest = rest.slice(cut);
  }
  return parts;
}

/** At least one; a segment that is too long by itself is truncated when written. */
function countFitting(segments: readonly Segment[], maxTokens: number): number {
  let tokens = 0;
  for (const [index, segment] of segments.entries()) {
    tokens += estimateTokens(segment.text) + LINE_TOKENS;
    if (tokens > maxTokens && index > 0) return index;
  }
  return segments.length;
}

/** Up to half of the room may stay unused for a good place to split. */
function lastEnd(segments: readonly Segment[], count: number, ends: ReadonlySet<number>): number {
  for (let cut = count; cut > count / 2; cut--) {
    if (ends.has(segments[cut - 1]?.id ?? -1)) return cut;
  }
  return count;
}

/** `[12] ` before a line, and the speaker's name before some. */
const LINE_TOKENS = 6;

/** Estimates the number of tokens in language models: one per four letters of English, one per Chinese character. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const letter of text) {
    if (letter < '\u0080') tokens += 1 / 3.5;
    else tokens += isSpaceless(letter) ? 1.1 : 0.7;
  }
  return Math.ceil(tokens);
}

/** The beginning of a text with at most this many tokens. */
export function limitTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  return Array.from(text)
    .slice(0, Math.floor(maxTokens / 1.1))
    .join('');
}

/** A part as sent to the model: numbered lines, with the speaker where it changes. */
export function writeLines({ segments }: Part, maxTokens: number): string {
  const lines = segments.map(({ speaker, text }, index) => {
    const changes = speaker !== segments[index - 1]?.speaker;
    return `[${index + 1}] ${changes ? `${cleanLine(speaker)}: ` : ''}${cleanLine(text)}`;
  });
  return limitTokens(lines.join('\n'), maxTokens);
}
