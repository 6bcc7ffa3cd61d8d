import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { Chapter } from '../../../shared/transcription/structured.ts';
import type { Analysis } from '../summary/salience.ts';
import { cleanWords } from '../text/clean-text.ts';
import { cosine, type Vector } from '../text/vectors.ts';
import type { ReadSentence } from '../text/vocabulary.ts';
import type { ChapterSpan } from './chapters.ts';
import type { Naming } from './titles.ts';

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
