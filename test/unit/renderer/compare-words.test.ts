/** Two texts of one recording are compared word by word, passage by passage. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ComparedWord,
  compareWords,
  countDifferences,
  type Piece,
} from '../../../src/renderer/src/pages/transcript/versions/compare-words.ts';

/** Words of 300 ms, one after the other. */
const said = (text: string, fromMs = 0): ComparedWord[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, index) => {
      const startMs = fromMs + index * 300;
      return { startMs, endMs: startMs + 300, text: word };
    });

const written = (pieces: readonly Piece[]) =>
  pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(' ');

test('marks the words that only one of them has', () => {
  const [passage] = compareWords(said('We met Zoe in Paris'), said('We met Joey there in Paris'));
  expect(written(passage?.before ?? [])).toBe('We met [Zoe] in Paris');
  expect(written(passage?.after ?? [])).toBe('We met [Joey there] in Paris');
});

test('takes words that differ in case and punctuation only as the same', () => {
  const passages = compareWords(said('Well, yes.'), said('well yes'));
  expect(countDifferences(passages)).toBe(0);
  expect(passages.every(({ changed }) => !changed)).toBe(true);
});

test('begins a new passage at a pause of both, so that what is far apart is not compared', () => {
  const first = 'one two three four five six seven eight nine ten eleven twelve';
  const before = [...said(first), ...said('good night', 60_000)];
  const after = [...said(first), ...said('good day', 60_000)];
  const passages = compareWords(before, after);
  expect(passages.map(({ startMs, changed }) => [startMs, changed])).toEqual([
    [0, false],
    [60_000, true],
  ]);
});

test('shows text that only one version has, and of two empty ones nothing', () => {
  const [passage] = compareWords([], said('Hello there'));
  expect(passage).toMatchObject({ before: [], after: [{ text: 'Hello there', changed: true }] });
  expect(compareWords([], [])).toEqual([]);
});

test('loses no word of either text, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 900 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const passages = compareWords(said(before), said(after));
      const join = (side: 'before' | 'after') =>
        passages.flatMap((passage) => passage[side].map((piece) => piece.text)).join(' ');
      expect(join('before')).toBe(before);
      expect(join('after')).toBe(after);
    }),
    { numRuns: 30 },
  );
});
