import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { usualChapterCount } from '../../../src/main/structure/chapters/chapters.ts';
import { segmentTopics } from '../../../src/main/structure/chapters/topics.ts';
import {
  type ChoiShape,
  type ChoiText,
  glueChoi,
  pk,
  tellingTypes,
} from '../../helpers/corpus/choi.ts';
import { textTiling } from '../../helpers/corpus/choi-text-tiling.ts';
import { readProse } from '../../helpers/corpus/texts.ts';
import { pick } from '../../helpers/corpus/texts-random.ts';
import { dose } from '../../helpers/harness/dose.ts';

type Counts = { penalty: number; minCount: number; maxCount: number };

const documents = readProse(11);
const WORDS = documents.flatMap(({ sentences }) => sentences.join(' ').match(/\p{L}+/gu) ?? []);
/** Forty chapters, as a recording of some hours has them. */
const LONG = { pieces: 40, shortest: 15, longest: 90 };

/** Mean Pk of both methods over texts glued with the seeds 1…`texts`. */
function compare(
  texts: number,
  shape: Omit<ChoiShape, 'seed'>,
  counts: (count: number) => Counts,
  hear = (sentences: readonly string[], _seed: number): readonly string[] => sentences,
) {
  const results = Array.from({ length: texts }, (_, index) => {
    const text = glueChoi(documents, { ...shape, seed: index + 1 });
    const { units, typeCount } = tellingTypes([...hear(text.sentences, index + 1)]);
    return {
      own: judge(text, findTopics(units, typeCount, counts(units.length))),
      tiling: judge(text, textTiling(units)),
    };
  });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { own: mean(results.map((r) => r.own)), tiling: mean(results.map((r) => r.tiling)) };
}

function judge({ boundaries, sentences }: ChoiText, found: number[]): number {
  return pk(boundaries, found, sentences.length);
}

function findTopics(units: number[][], typeCount: number, counts: Counts): number[] {
  return segmentTopics({
    units,
    typeCount,
    bonus: units.map(() => 0),
    extents: units.map(() => 1),
    minExtent: 2,
    maxExtent: Number.POSITIVE_INFINITY,
    preferredCount: counts.minCount,
    ...counts,
  }).slice(1);
}

describe('topics of real prose, glued together (Choi 2000)', () => {
  test.each([
    [3, 5],
    [6, 8],
    [9, 11],
    [3, 11],
  ])('ten pieces of %i to %i sentences are found, their number unknown', (shortest, longest) => {
    const shape = { pieces: 10, shortest, longest };
    const free = (count: number) => ({ penalty: Math.log(count), minCount: 1, maxCount: 30 });
    const { own, tiling } = compare(dose(15, 30), shape, free);
    expect(own).toBeLessThanOrEqual(0.2);
    expect(own).toBeLessThanOrEqual(0.75 * tiling);
  });

  test('forty chapters of a long recording are found', () => {
    const given = () => ({ penalty: 0, minCount: 40, maxCount: 40 });
    const { own, tiling } = compare(dose(1, 3), LONG, given);
    expect(own).toBeLessThanOrEqual(0.12);
    expect(own).toBeLessThanOrEqual(0.75 * tiling);
  });

  test('most are still found when every fifth word was misheard', () => {
    const given = () => ({ penalty: 0, minCount: 40, maxCount: 40 });
    const { own, tiling } = compare(dose(1, 2), LONG, given, misheard);
    expect(own).toBeLessThanOrEqual(0.2);
    expect(own).toBeLessThanOrEqual(0.75 * tiling);
  });
});

/** A fifth of the words replaced by words of any document. */
function misheard(sentences: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  return sentences.map((sentence) =>
    sentence.replaceAll(/\p{L}+/gu, (word) => (random() < 0.2 ? pick(random, WORDS) : word)),
  );
}

describe('Pk, the judge', () => {
  test('is 0 for the truth and high for one topic or for a boundary everywhere', () => {
    expect(pk([10, 20], [10, 20], 30)).toBe(0);
    expect(pk([10, 20], [], 30)).toBeGreaterThan(0.3);
    expect(
      pk(
        [10, 20],
        Array.from({ length: 29 }, (_, at) => at + 1),
        30,
      ),
    ).toBeGreaterThan(0.5);
  });
});

describe('topics obey their limits', () => {
  const units = [[1], [1], [2], [2], [3], [3]];
  const input = {
    units,
    typeCount: 4,
    bonus: units.map(() => 0),
    penalty: 0,
    extents: units.map(() => 10),
    minExtent: 20,
    maxExtent: 40,
    minCount: 1,
    maxCount: 6,
    preferredCount: 3,
  };

  test('no topic is shorter or longer than allowed', () => {
    expect(segmentTopics(input)).toEqual([0, 2, 4]);
    expect(segmentTopics({ ...input, minExtent: 30 })).toHaveLength(2);
  });

  test('a text that fits no limits is one topic', () => {
    expect(segmentTopics({ ...input, minExtent: 50, maxExtent: 50 })).toEqual([0]);
    expect(segmentTopics({ ...input, units: [] })).toEqual([]);
  });
});

test.each([
  [2, 1],
  [10, 4],
  [30, 7],
  [60, 10],
  [600, 42],
])('a recording of %i minutes usually has %i chapters', (minutes, count) => {
  expect(Math.abs(usualChapterCount(minutes * 60_000) - count)).toBeLessThanOrEqual(1);
});
