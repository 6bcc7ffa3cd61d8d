import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { Chapter } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Analysis } from '../summary/salience.ts';
import { cleanWords } from '../text/clean-text.ts';
import { cosine, type Vector } from '../text/sentence-vectors.ts';
import type { Reading, ReadSentence } from '../text/word-types.ts';
import type { Naming } from './titles.ts';
import { type ChapterSpan, createSpanScore, segmentTopics } from './topics.ts';

/** The sentences that start in one segment: chapters start at segments, so they consist of units. */
type Unit = {
  firstSegment: number;
  firstSentence: number;
  sentenceEnd: number;
  startMs: number;
  types: number[];
  /** How well a chapter can start here: −1…1. */
  invitation: number;
};

const MIN_CHAPTER_MS = 45_000;
const MINUTE_MS = 60_000;
/** Longer recordings are analyzed in groups of units first; then every boundary moves to its best unit. */
const MAX_UNITS = 1500;
const LONG_PAUSE_MS = 3000;
const PAUSE_WEIGHT = 0.3;
const TURN_WEIGHT = 0.25;

/** Cuts the recording into chapters where its vocabulary changes. Partitions all segments; empty without any. */
export function cutChapters(
  reading: Reading,
  segments: readonly Segment[],
  durationMs: number,
): ChapterSpan[] {
  if (segments.length === 0) return [];
  const units = buildUnits(reading.sentences, segments);
  const starts = units.length > 1 ? findStarts(units, reading.typeCount, durationMs) : [0];
  return starts.map((start, index) => {
    const next = units[starts[index + 1] ?? units.length];
    return {
      firstSegment: index === 0 ? 0 : (units[start]?.firstSegment ?? 0),
      lastSegment: (next?.firstSegment ?? segments.length) - 1,
      firstSentence: units[start]?.firstSentence ?? 0,
      sentenceEnd: next?.firstSentence ?? reading.sentences.length,
    };
  });
}

/** The usual number of chapters for this duration: 4 in 10 minutes, 10 in an hour, 42 in ten hours. */
export function usualChapterCount(durationMs: number): number {
  const minutes = durationMs / MINUTE_MS;
  if (minutes < 3) return 1;
  return Math.min(60, Math.max(2, Math.round(0.9 * minutes ** 0.6)));
}

function buildUnits(sentences: readonly ReadSentence[], segments: readonly Segment[]): Unit[] {
  const units: Unit[] = [];
  for (const sentence of sentences) {
    const types = sentence.tokens.filter((token) => token.telling).map((token) => token.type);
    const open = units.at(-1);
    // A chapter never starts within a paragraph that a user has joined.
    const joined = segments[sentence.firstSegment]?.paragraph === 'continues';
    if (open && (joined || open.firstSegment === sentence.firstSegment)) {
      open.sentenceEnd++;
      open.types.push(...types);
      continue;
    }
    units.push({
      firstSegment: sentence.firstSegment,
      firstSentence: sentence.index,
      sentenceEnd: sentence.index + 1,
      startMs: sentence.startMs,
      types,
      invitation: inviteChapter(sentence, sentences[sentence.index - 1]),
    });
  }
  return units;
}

function inviteChapter(sentence: ReadSentence, before: ReadSentence | undefined): number {
  const pause = PAUSE_WEIGHT * Math.min(1, sentence.pauseMs / LONG_PAUSE_MS);
  const turn = before && before.speaker !== sentence.speaker ? TURN_WEIGHT : 0;
  return pause + turn - (sentence.opensSegment ? 0 : PAUSE_WEIGHT);
}

function findStarts(units: readonly Unit[], typeCount: number, durationMs: number): number[] {
  const groupSize = Math.ceil(units.length / MAX_UNITS);
  const groups = group(units, groupSize);
  const usual = usualChapterCount(durationMs);
  if (usual === 1) return [0];
  const endMs = Math.max(durationMs, groups.at(-1)?.startMs ?? 0);
  const price = 5 * Math.log(groups.length);
  const starts = segmentTopics({
    units: groups.map((unit) => unit.types),
    typeCount,
    bonus: groups.map((unit) => price * unit.invitation),
    penalty: price,
    extents: groups.map((unit, index) => (groups[index + 1]?.startMs ?? endMs) - unit.startMs),
    minExtent: MIN_CHAPTER_MS,
    maxExtent: Math.max(2 * MIN_CHAPTER_MS, (3 * durationMs) / usual),
    minCount: Math.max(1, Math.round(0.6 * usual)),
    maxCount: Math.round(1.6 * usual),
    preferredCount: usual,
  }).map((start) => start * groupSize);
  return groupSize === 1 ? starts : refineStarts(starts, units, typeCount, groupSize, price);
}

function group(units: readonly Unit[], size: number): readonly Unit[] {
  if (size === 1) return units;
  const groups: Unit[] = [];
  for (let from = 0; from < units.length; from += size) {
    const [first, ...rest] = units.slice(from, from + size);
    if (first) groups.push({ ...first, types: [first, ...rest].flatMap((unit) => unit.types) });
  }
  return groups;
}

/** Moves every boundary to the best unit within a group's reach, with its neighbors fixed. */
function refineStarts(
  starts: readonly number[],
  units: readonly Unit[],
  typeCount: number,
  reach: number,
  price: number,
): number[] {
  const types = units.map((unit) => unit.types);
  const spanScore = createSpanScore(types, typeCount);
  const refined = [...starts];
  for (let index = 1; index < refined.length; index++) {
    const [from, at] = [refined[index - 1] ?? 0, refined[index] ?? 0];
    const to = refined[index + 1] ?? units.length;
    let highest = Number.NEGATIVE_INFINITY;
    for (let start = Math.max(from + 1, at - reach); start <= at + reach && start < to; start++) {
      const score =
        spanScore(from, start) + spanScore(start, to) + price * (units[start]?.invitation ?? 0);
      if (score > highest) {
        highest = score;
        refined[index] = start;
      }
    }
  }
  return refined;
}

/** Chapters of at least this many sentences get a second sentence. */
const TWO_SENTENCES_FROM = 8;
const RELEVANCE = 0.7;

/** The chapters with their titles, times and one or two sentences each. */
export function buildContents(analysis: Analysis, namings: readonly Naming[]): Chapter[] {
  return analysis.chapters.map((chapter, id) => {
    const { firstSegment, lastSegment } = chapter;
    const members = analysis.segments.slice(firstSegment, lastSegment + 1);
    return {
      id,
      title: namings[id]?.title ?? '',
      start: toSeconds(members[0]?.startMs ?? 0),
      end: toSeconds(members.reduce((latest, { endMs }) => Math.max(latest, endMs), 0)),
      summary: summarize(chapter, analysis),
      terms: namings[id]?.terms ?? [],
      first_segment_id: firstSegment,
      last_segment_id: lastSegment,
      level: 1 as const,
    };
  });
}

function summarize(chapter: ChapterSpan, { sentences, vectors, salience }: Analysis): string {
  const members = sentences.slice(chapter.firstSentence, chapter.sentenceEnd);
  const rate = (sentence: ReadSentence) => salience[sentence.index] ?? 0;
  const first = bestBy(members, rate);
  if (!first) return '';
  const empty: Vector = new Map();
  const own = vectors[first.index] ?? empty;
  const second =
    members.length < TWO_SENTENCES_FROM
      ? undefined
      : bestBy(
          members.filter((sentence) => sentence !== first),
          (sentence) =>
            RELEVANCE * rate(sentence) -
            (1 - RELEVANCE) * cosine(own, vectors[sentence.index] ?? empty),
        );
  const picked = second ? [first, second] : [first];
  const inTime = picked.sort((a, b) => a.index - b.index);
  return joinTexts(inTime.map((sentence) => cleanWords(sentence.words)));
}

function bestBy(
  sentences: readonly ReadSentence[],
  rate: (sentence: ReadSentence) => number,
): ReadSentence | undefined {
  let best: ReadSentence | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const sentence of sentences) {
    const value = rate(sentence);
    if (value > highest) {
      best = sentence;
      highest = value;
    }
  }
  return best;
}
