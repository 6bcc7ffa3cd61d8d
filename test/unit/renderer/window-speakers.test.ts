import { expect, test } from 'vitest';
import {
  samplesOf,
  toTalks,
} from '../../../src/renderer/src/pages/transcript/speakers/talking-time.ts';
import type { TranscriptSegment } from '../../../src/shared/transcription/transcription.ts';

const SPEAKERS = [
  { id: 1, label: 'Speaker 1', name: 'Anna' },
  { id: 2, label: 'Speaker 2', name: null },
];

function said(id: number, speaker: number, start: number, end: number): TranscriptSegment {
  return {
    id,
    start,
    end,
    text: `Sentence ${id}.`,
    speaker: '',
    speaker_id: speaker,
    language: 'en',
    confidence: 0.9,
    edited: false,
    words: [],
  };
}

/** Anna: 0–6 (two sentences), 10–11 and 20–40; the other: 6–10 and 11–20. */
const SEGMENTS = [
  said(0, 1, 0, 4),
  said(1, 1, 4, 6),
  said(2, 2, 6, 10),
  said(3, 1, 10, 11),
  said(4, 2, 11, 20),
  said(5, 1, 20, 40),
];

test('everyone has a share of the talk, and turns that lead to the text', () => {
  const [anna, other] = toTalks(SPEAKERS, SEGMENTS);
  expect(anna).toMatchObject({ speaker: { name: 'Anna' }, talkMs: 27_000, share: 27 / 40 });
  expect(anna?.turns.map(({ firstSegment }) => firstSegment)).toEqual([0, 3, 5]);
  expect(anna?.turns[0]).toMatchObject({
    startMs: 0,
    endMs: 6000,
    text: 'Sentence 0. Sentence 1.',
  });
  expect(other).toMatchObject({ talkMs: 13_000 });
});

test('what says nothing is no talk', () => {
  const [anna] = toTalks(SPEAKERS, [said(0, 1, 0, 4), { ...said(1, 2, 4, 9), text: '' }]);
  expect(anna?.share).toBe(1);
});

test('a voice is told by long and clear turns, played for some seconds', () => {
  const doubtful = { ...said(5, 1, 20, 40), flags: ['no_speech' as const] };
  const [anna] = toTalks(SPEAKERS, [
    ...SEGMENTS.slice(0, 5),
    doubtful,
    said(6, 2, 40, 41),
    said(7, 1, 41, 60),
  ]);
  const samples = samplesOf(anna?.turns ?? []);
  expect(samples.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 6000],
    [10_000, 11_000],
    [41_000, 49_000],
  ]);
});
