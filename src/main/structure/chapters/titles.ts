import { localeOf } from '../../../shared/subtitles/timed-words.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { countMeaning } from '../summary/salience.ts';
import { overlaps, type RatedPhrase } from '../terms/phrase-scores.ts';
import { cutAtWord } from '../text/clean-text.ts';
import type { ReadSentence } from '../text/word-types.ts';
import type { ChapterSpan } from './topics.ts';

type TitleInput = {
  chapters: readonly ChapterSpan[];
  phrases: readonly RatedPhrase[];
  sentences: readonly ReadSentence[];
  segments: readonly Segment[];
};

/** A chapter's title and its distinctive phrases. */
export type Naming = { title: string; terms: string[] };

const LONGEST_TITLE = 60;
const MOST_TERMS = 5;
/** A second phrase joins the title if it is nearly as distinctive as the first. */
const SECOND_SHARE = 0.6;
/** A sentence with this many content words can name a chapter by its beginning. */
const OPENING_MEANING = 4;
const NOTHING_SAID = '–';

type Rated = { phrase: RatedPhrase; count: number; score: number };

/** Titles every chapter with phrases that are frequent in it and rare elsewhere. No two titles are the same. */
export function nameChapters(input: TitleInput): Naming[] {
  const rated = rateByChapter(input);
  const used = new Set<string>();
  return input.chapters.map((chapter, index) => {
    const phrases = (rated[index] ?? []).map(({ phrase }) => phrase.surface);
    const language = input.segments[chapter.firstSegment]?.language ?? '';
    const choices = titleChoices(rated[index] ?? [], chapter, input);
    const title = firstUnused(choices, used, language);
    used.add(title.toLowerCase());
    return { title, terms: phrases };
  });
}

/** The strongest phrases of each chapter, none of them part of another. */
function rateByChapter({ chapters, phrases, sentences }: TitleInput): Rated[][] {
  const chapterOf = new Int32Array(sentences.length);
  for (const [index, chapter] of chapters.entries()) {
    chapterOf.fill(index, chapter.firstSentence, chapter.sentenceEnd);
  }
  const total = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const rated: Rated[][] = chapters.map(() => []);
  for (const phrase of phrases) {
    const counts = new Map<number, number>();
    for (const { sentence } of phrase.occurrences) {
      const chapter = chapterOf[sentence] ?? 0;
      counts.set(chapter, (counts.get(chapter) ?? 0) + 1);
    }
    const all = phrase.occurrences.length;
    for (const [chapter, count] of counts) {
      const score = phrase.weight * count * (count / all) * Math.log(1 + total / all);
      rated[chapter]?.push({ phrase, count, score });
    }
  }
  return rated.map(strongest);
}

function strongest(rated: readonly Rated[]): Rated[] {
  const kept: Rated[] = [];
  for (const next of rated.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === MOST_TERMS) break;
    if (!kept.some(({ phrase }) => overlaps(phrase, next.phrase))) kept.push(next);
  }
  return kept;
}

/** Candidate titles, best first. */
function* titleChoices(
  rated: readonly Rated[],
  chapter: ChapterSpan,
  input: TitleInput,
): Generator<string> {
  const [first, second] = rated;
  const surfaces = rated.map(({ phrase }) => phrase.surface);
  if (!first || !isConvincing(first)) yield* openings(chapter, input, OPENING_MEANING);
  if (first && second && second.score >= SECOND_SHARE * first.score) {
    yield surfaces.slice(0, 2).join(', ');
  }
  for (let count = 1; count <= surfaces.length; count++) yield surfaces.slice(0, count).join(', ');
  yield* openings(chapter, input, 0);
  const own = input.segments.slice(chapter.firstSegment, chapter.lastSegment + 1);
  for (const segment of own) yield cutAtWord(segment.text, LONGEST_TITLE);
  for (const segment of own) yield cutAtWord(segment.speaker, LONGEST_TITLE);
}

/** A single word said twice is chance; the chapter's first words say more. */
function isConvincing({ phrase, count }: Rated): boolean {
  return count >= 3 || (phrase.meaning >= 2 && count >= 2);
}

/** Beginnings of the chapter's sentences that have enough content words. */
function* openings(
  { firstSentence, sentenceEnd }: ChapterSpan,
  { sentences }: TitleInput,
  minMeaning: number,
): Generator<string> {
  for (const sentence of sentences.slice(firstSentence, sentenceEnd)) {
    if (countMeaning(sentence) >= minMeaning) yield cutAtWord(sentence.text, LONGEST_TITLE);
  }
}

function firstUnused(
  choices: Iterable<string>,
  used: ReadonlySet<string>,
  language: string,
): string {
  let last = NOTHING_SAID;
  for (const choice of choices) {
    const title = upperFirst(choice.trim(), language);
    if (title === '' || title.length > LONGEST_TITLE) continue;
    if (!used.has(title.toLowerCase())) return title;
    last = title;
  }
  let title = last;
  for (let number = 2; used.has(title.toLowerCase()); number++) {
    title = `${cutAtWord(last, LONGEST_TITLE - 8)} (${number})`;
  }
  return title;
}

/** Georgian has capital letters, but sentences and titles do not start with one. */
function upperFirst(text: string, language: string): string {
  const [first = ''] = text;
  if (/\p{sc=Georgian}/u.test(first)) return text;
  return first.toLocaleUpperCase(localeOf(language)) + text.slice(first.length);
}
