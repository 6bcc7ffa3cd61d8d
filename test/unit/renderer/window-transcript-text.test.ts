import { describe, expect, test } from 'vitest';
import {
  blockOfSegment,
  headOfSegment,
  toBlocks,
} from '../../../src/renderer/src/pages/transcript/reading/text-blocks.ts';
import { Structured } from '../../../src/shared/transcription/structured.ts';
import { TranscriptSegment } from '../../../src/shared/transcription/transcription.ts';

const segments = [
  segment(0, 1, 'Good morning.'),
  segment(1, 1, 'Let us begin.'),
  segment(2, 2, 'Gladly.'),
  segment(3, 2, 'The garden first.'),
];
const shown = (blocks: ReturnType<typeof toBlocks>) =>
  blocks.map((block) =>
    block.kind === 'chapter'
      ? `# ${block.title}`
      : `${block.speaker ? `${block.speaker.name}: ` : ''}${block.pieces
          .map((piece) => `${piece.space ? ' ' : ''}${piece.segment.text}`)
          .join('')}`,
  );

describe('a transcript that was not structured', () => {
  test('is its segments, with the speaker where it changes', () => {
    expect(shown(toBlocks({ segments, structured: null }))).toEqual([
      'Speaker 1: Good morning.',
      'Let us begin.',
      'Speaker 2: Gladly.',
      'The garden first.',
    ]);
  });

  test('without speech is empty', () => {
    expect(toBlocks({ segments: [], structured: null })).toEqual([]);
  });
});

describe('a structured transcript', () => {
  const structured = Structured.parse({
    paragraphs: [paragraph(0, [0, 1]), paragraph(1, [2]), paragraph(2, [3])],
    table_of_contents: [chapter(0, 'Morning', 0, 2), chapter(1, 'Garden', 3, 3)],
    summary: { text: '', sentences: [] },
    key_highlights: [],
    terms: [],
    generator: { mode: 'extractive' },
  });
  const blocks = toBlocks({ segments, structured });

  test('is its paragraphs under the titles of its chapters, word for word', () => {
    expect(shown(blocks)).toEqual([
      '# Morning',
      'Speaker 1: Good morning. Let us begin.',
      'Speaker 2: Gladly.',
      '# Garden',
      'The garden first.',
    ]);
  });

  test('parts a paragraph where another speaker was chosen, and leaves out what says nothing', () => {
    const edited = segments.map((one) => {
      if (one.id === 1) return { ...one, speaker_id: 2, speaker: 'Ben' };
      return one.id === 2 ? { ...one, text: '' } : one;
    });
    expect(shown(toBlocks({ segments: edited, structured }))).toEqual([
      '# Morning',
      'Speaker 1: Good morning.',
      'Ben: Let us begin.',
      '# Garden',
      'The garden first.',
    ]);
  });

  test('leads to a chapter by its first segment and to a paragraph by any of its own', () => {
    expect(headOfSegment(blocks, 3)).toBe(3);
    expect(blockOfSegment(blocks, 3)).toBe(4);
    expect(headOfSegment(blocks, 1)).toBe(1);
    expect(blockOfSegment(blocks, 2)).toBe(2);
  });
});

function segment(id: number, speaker_id: number, text: string): TranscriptSegment {
  const times = { start: id, end: id + 1 };
  return TranscriptSegment.parse({
    id,
    speaker_id,
    speaker: `Speaker ${speaker_id}`,
    text,
    ...times,
    language: 'en',
    confidence: 1,
    edited: false,
    words: [],
  });
}

function paragraph(id: number, ids: number[]) {
  const [first = 0] = ids;
  const end = first + ids.length;
  return { id, speaker: 'Anna', text: 'Clean.', start: first, end, segment_ids: ids };
}

function chapter(id: number, title: string, first: number, last: number) {
  return {
    id,
    title,
    start: first,
    end: last + 1,
    summary: '',
    terms: [],
    level: 1,
    first_segment_id: first,
    last_segment_id: last,
  };
}
