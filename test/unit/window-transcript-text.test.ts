import { describe, expect, test } from 'vitest';
import {
  blockOfSegment,
  toBlocks,
  toPlainText,
} from '../../src/renderer/src/pages/transcript/blocks.ts';
import { Structured } from '../../src/shared/structured.ts';
import { TranscriptSegment } from '../../src/shared/transcription.ts';

const segments = [
  segment(0, 'Anna', 'Good morning.'),
  segment(1, 'Anna', 'Let us begin.'),
  segment(2, 'Ben', 'Gladly.'),
  segment(3, 'Ben', 'The garden first.'),
];

describe('a transcript that was not structured', () => {
  test('is its segments, with the speaker where it changes', () => {
    const blocks = toBlocks({ segments, structured: null });
    expect(toPlainText(blocks)).toBe(
      'Anna: Good morning.\n\nLet us begin.\n\nBen: Gladly.\n\nThe garden first.\n',
    );
  });

  test('has no speaker labels when one person speaks', () => {
    const blocks = toBlocks({ segments: segments.slice(0, 2), structured: null });
    expect(toPlainText(blocks)).toBe('Good morning.\n\nLet us begin.\n');
  });

  test('without speech is empty', () => {
    expect(toBlocks({ segments: [], structured: null })).toEqual([]);
  });
});

describe('a structured transcript', () => {
  const structured = Structured.parse({
    paragraphs: [paragraph(0, 'Anna', [0, 1]), paragraph(1, 'Ben', [2]), paragraph(2, 'Ben', [3])],
    table_of_contents: [chapter(0, 'Morning', 0, 2), chapter(1, 'Garden', 3, 3)],
    summary: { text: '', sentences: [] },
    key_highlights: [],
    terms: [],
    generator: { mode: 'extractive' },
  });
  const blocks = toBlocks({ segments, structured });

  test('is its paragraphs under the titles of its chapters', () => {
    const lines = blocks.map((block) => (block.kind === 'chapter' ? block.title : block.text));
    expect(lines).toEqual(['Morning', 'Anna 0 1', 'Ben 2', 'Garden', 'Ben 3']);
  });

  test('names the speaker again under a new chapter', () => {
    expect(blocks.at(-1)).toMatchObject({ speaker: 'Ben', startMs: 3000 });
  });

  test('leads to a chapter by its first segment and to a paragraph by any of its own', () => {
    expect(blockOfSegment(blocks, 3)).toBe(3);
    expect(blockOfSegment(blocks, 1)).toBe(1);
    expect(blockOfSegment(blocks, 2)).toBe(2);
  });
});

function segment(id: number, speaker: string, text: string): TranscriptSegment {
  const times = { start: id, end: id + 1 };
  return TranscriptSegment.parse({
    ...{ id, speaker, speaker_id: 1, text, ...times },
    ...{ language: 'en', confidence: 1, words: [] },
  });
}

function paragraph(id: number, speaker: string, ids: number[]) {
  const [first = 0] = ids;
  const text = [speaker, ...ids].join(' ');
  return { id, speaker, text, start: first, end: first + ids.length, segment_ids: ids };
}

function chapter(id: number, title: string, first: number, last: number) {
  return {
    ...{ id, title, start: first, end: last + 1, summary: '', terms: [], level: 1 },
    ...{ first_segment_id: first, last_segment_id: last },
  };
}
