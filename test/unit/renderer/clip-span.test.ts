/** The part of the recording in which marked words are said. */
import { expect, test } from 'vitest';
import { clipSpan } from '../../../src/renderer/src/pages/transcript/clips/clip-span.ts';
import type { TranscriptSegment } from '../../../src/shared/transcription/transcription.ts';

const segment = (id: number, start: number, ...words: string[]): TranscriptSegment => ({
  id,
  start,
  end: start + words.length,
  text: words.join('').trim(),
  speaker: 'A',
  speaker_id: 1,
  language: 'en',
  confidence: 1,
  edited: false,
  words: words.map((text, at) => ({
    text,
    start: start + at,
    end: start + at + 0.5,
    confidence: 1,
  })),
});
const SEGMENTS = [
  segment(0, 0.05, 'Good', ' morning', ' everybody.'),
  segment(1, 5, 'How', ' are', ' you?'),
];
const spanOf = (from: [number, number], to: [number, number], durationMs = 60_000) =>
  clipSpan(
    { first: { id: from[0], offset: from[1] }, last: { id: to[0], offset: to[1] } },
    SEGMENTS,
    durationMs,
  );

test.each<[string, [number, number], [number, number], number, number]>([
  ['a word', [1, 4], [1, 7], 5900, 6600],
  ['half a word', [1, 5], [1, 6], 5900, 6600],
  ['the space before a word', [1, 3], [1, 7], 5900, 6600],
  ['the end of a sentence and the beginning of the next', [0, 13], [1, 3], 1950, 5600],
  ['all', [0, 0], [1, 12], 0, 7600],
  ['from behind a sentence on', [0, 23], [1, 3], 4900, 5600],
])('%s', (_, from, to, startMs, endMs) => {
  expect(spanOf(from, to)).toEqual({ startMs, endMs });
});

test('ends with the recording', () => {
  expect(spanOf([1, 0], [1, 12], 7550)).toEqual({ startMs: 4900, endMs: 7550 });
});

test('is nothing where no word is', () => {
  expect(spanOf([0, 4], [0, 4])).toBeNull();
  expect(spanOf([7, 0], [8, 1])).toBeNull();
});
