import { cleanLine, joinTexts } from '../../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { Paragraph } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { cleanWords } from '../text/clean-text.ts';
import type { PlacedWord } from '../text/word-map.ts';
import type { Seam } from './paragraph-seams.ts';

const COMFORTABLE_WORDS = 120;
const SHORTEST_WORDS = 60;
const LONGEST_WORDS = 160;
const LONGEST_MS = 90_000;
/** The minimum number of words for the rest of a turn after a cut. */
const REMAINDER_WORDS = 20;

/** Groups all segments into paragraphs: one speaker, one chapter, and 60–160 words in longer turns. */
export function buildParagraphs(
  segments: readonly Segment[],
  words: readonly PlacedWord[],
  seams: readonly Seam[],
): Paragraph[] {
  const wordsOf = Map.groupBy(words, (word) => word.segmentId);
  const lengths = segments.map(({ id }) => segmentLength(wordsOf.get(id) ?? []));
  const starts: number[] = [];
  for (const turn of cutTurns(seams)) {
    starts.push(...splitTurn(turn, { segments, lengths, seams }));
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

/** The number of words; for scripts without spaces, half the number of characters. */
function segmentLength(words: readonly PlacedWord[]): number {
  const loose = words.filter((word) => !word.spaceBefore && !word.opensSegment);
  const characters = loose.reduce((sum, word) => sum + word.text.length, 0);
  return words.length - loose.length + characters / 2;
}

/** Segments `from…to−1`, one speaker's uninterrupted turn. */
type Turn = { from: number; to: number };

/** The measures used to split turns: one entry per segment. */
type Measures = {
  segments: readonly Segment[];
  lengths: readonly number[];
  seams: readonly Seam[];
};

function cutTurns(seams: readonly Seam[]): Turn[] {
  const starts = seams.flatMap((seam, index) => (seam.forced || index === 0 ? [index] : []));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? seams.length }));
}

/** Where the paragraphs of a turn start. */
function splitTurn({ from, to }: Turn, measures: Measures): number[] {
  const starts = [from];
  let start = from;
  let left = measures.lengths.slice(from, to).reduce((sum, length) => sum + length, 0);
  while (left > COMFORTABLE_WORDS || durationMs(measures, start, to) > LONGEST_MS) {
    const cut = bestCut({ from: start, to }, left, measures);
    if (cut === null) break;
    for (let index = start; index < cut; index++) left -= measures.lengths[index] ?? 0;
    start = cut;
    starts.push(start);
  }
  return starts;
}

/** The place with the most change within the longest allowed paragraph; if necessary, the start of any segment. */
function bestCut({ from, to }: Turn, left: number, measures: Measures): number | null {
  const { lengths, seams } = measures;
  let best: number | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  let fallback: number | null = null;
  let length = 0;
  for (let at = from + 1; at < to; at++) {
    length += lengths[at - 1] ?? 0;
    const tooLong = length > LONGEST_WORDS || durationMs(measures, from, at) > LONGEST_MS;
    if (tooLong && fallback !== null) break;
    const seam = seams[at];
    if (seam?.joined === true) continue;
    if (fallback === null || seam?.clean === true) fallback = at;
    if (length < SHORTEST_WORDS || left - length < REMAINDER_WORDS || seam?.clean !== true)
      continue;
    if (seam.weight > highest) {
      best = at;
      highest = seam.weight;
    }
  }
  const mustCut = left > LONGEST_WORDS || durationMs(measures, from, to) > LONGEST_MS;
  return best ?? (mustCut ? fallback : null);
}

function durationMs({ segments }: Measures, from: number, to: number): number {
  return (segments[to - 1]?.endMs ?? 0) - (segments[from]?.startMs ?? 0);
}
