/** Subtitles that a request writes again and again: the whole service waited while each looked through all words. */
import { expect, test } from 'vitest';
import type { SegmentRow } from '../../../src/main/repositories/tables.ts';
import {
  applyEdits,
  type EditContext,
  type RowEdit,
} from '../../../src/main/services/editing/segment-edits.ts';

/** Counts how often its words are read. */
function row(): { row: SegmentRow; reads: () => number } {
  let reads = 0;
  const said = { text: 'Hello', startMs: 0, endMs: 900, speaker: 'Speaker 1', language: 'en' };
  const rest = { confidence: 1, flags: '[]', original: null, paragraph: null, continues: 0 };
  const words = JSON.stringify([{ text: 'Hello', startMs: 0, endMs: 900, confidence: 1 }]);
  const made = Object.defineProperty({ ...said, ...rest }, 'words', {
    enumerable: true,
    get: () => {
      reads++;
      return words;
    },
  });
  return { row: made as unknown as SegmentRow, reads: () => reads };
}

const cue = (text: string, to: number): RowEdit => ({
  op: 'cues',
  from: 0,
  to,
  cues: [{ start: 0, end: 1, text }],
});

test('only the last of them asks what is said there', async () => {
  const { row: only, reads } = row();
  const context = { speakers: new Map(), cues: [] } as unknown as EditContext;
  const edits = Array.from({ length: 50 }, (_, at) => cue(`Line ${at}`, at + 1));
  await applyEdits([only], edits, context);
  expect(context.cues).toEqual([
    { from: 0, to: 50, cues: [{ start: 0, end: 1, text: 'Line 49' }], words: 'Hello' },
  ]);
  expect(reads()).toBe(1);
});

test('others are answered between two that look through all words', async () => {
  const { row: only } = row();
  const context = { speakers: new Map(), cues: [] } as unknown as EditContext;
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await applyEdits(
    [only],
    Array.from({ length: 5 }, () => cue('Line', 1)),
    context,
  );
  clearImmediate(next);
  expect(turns).toBeGreaterThan(3);
});
