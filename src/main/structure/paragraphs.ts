import type { Paragraph } from '../../shared/structured.ts';
import { cleanLine, joinTexts } from '../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../shared/time.ts';
import type { Segment } from '../../shared/transcript.ts';
import { cleanWords } from './clean-text.ts';
import type { Seam } from './seams.ts';
import type { PlacedWord } from './words.ts';

const COMFORTABLE_WORDS = 120;
const SHORTEST_WORDS = 60;
const LONGEST_WORDS = 160;
const LONGEST_MS = 90_000;
/** What is left of a turn must not be shorter than this. */
const REMAINDER_WORDS = 20;

/** Groups all segments into paragraphs: one speaker, one chapter, 60–160 words where a turn is longer. */
export function buildParagraphs(
  segments: readonly Segment[],
  words: readonly PlacedWord[],
  seams: readonly Seam[],
): Paragraph[] {
  const wordsOf = Map.groupBy(words, (word) => word.segmentId);
  const lengths = segments.map(({ id }) => segmentLength(wordsOf.get(id) ?? []));
  const starts: number[] = [];
  for (const block of forcedBlocks(seams)) {
    starts.push(...splitBlock(block, segments, lengths, seams));
  }
  return starts.map((from, id) => {
    const members = segments.slice(from, starts[id + 1] ?? segments.length);
    const clean = cleanWords(members.flatMap((segment) => wordsOf.get(segment.id) ?? []));
    return {
      id,
      speaker: members[0]?.speaker ?? '',
      start: toSeconds(members[0]?.startMs ?? 0),
      end: toSeconds(Math.max(...members.map((segment) => segment.endMs))),
      text: clean || cleanLine(joinTexts(members.map((segment) => segment.text))),
      segment_ids: members.map((segment) => segment.id),
    };
  });
}

/** Words; of scripts without spaces, half the characters. */
function segmentLength(words: readonly PlacedWord[]): number {
  const loose = words.filter((word) => !word.spaceBefore && !word.opensSegment);
  const characters = loose.reduce((sum, word) => sum + word.text.length, 0);
  return words.length - loose.length + characters / 2;
}

type Block = { from: number; to: number };

function forcedBlocks(seams: readonly Seam[]): Block[] {
  const starts = seams.flatMap((seam, index) => (seam.forced || index === 0 ? [index] : []));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? seams.length }));
}

/** Where the paragraphs of a block start. */
function splitBlock(
  { from, to }: Block,
  segments: readonly Segment[],
  lengths: readonly number[],
  seams: readonly Seam[],
): number[] {
  const starts = [from];
  let start = from;
  let left = lengths.slice(from, to).reduce((sum, length) => sum + length, 0);
  for (;;) {
    const durationMs = (segments[to - 1]?.endMs ?? 0) - (segments[start]?.startMs ?? 0);
    if (left <= COMFORTABLE_WORDS && durationMs <= LONGEST_MS) return starts;
    const cut = bestCut({ from: start, to }, left, segments, lengths, seams);
    if (cut === null) return starts;
    for (let index = start; index < cut; index++) left -= lengths[index] ?? 0;
    start = cut;
    starts.push(start);
  }
}

/** The best place within the longest paragraph: a sentence's start with the most change, else the last segment. */
function bestCut(
  { from, to }: Block,
  left: number,
  segments: readonly Segment[],
  lengths: readonly number[],
  seams: readonly Seam[],
): number | null {
  const startMs = segments[from]?.startMs ?? 0;
  let best: number | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  let fallback: number | null = null;
  let length = 0;
  for (let at = from + 1; at < to; at++) {
    length += lengths[at - 1] ?? 0;
    const tooLong = length > LONGEST_WORDS || (segments[at - 1]?.endMs ?? 0) - startMs > LONGEST_MS;
    if (tooLong && fallback !== null) break;
    const seam = seams[at];
    if (fallback === null || seam?.clean === true) fallback = at;
    if (length < SHORTEST_WORDS || left - length < REMAINDER_WORDS || seam?.clean !== true)
      continue;
    if (seam.weight > highest) {
      best = at;
      highest = seam.weight;
    }
  }
  return best ?? (left > LONGEST_WORDS || overlong(segments, from, to) ? fallback : null);
}

function overlong(segments: readonly Segment[], from: number, to: number): boolean {
  return (segments[to - 1]?.endMs ?? 0) - (segments[from]?.startMs ?? 0) > LONGEST_MS;
}
