import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../../src/shared/exports/markdown.ts';
import { toText } from '../../src/shared/exports/text.ts';
import { Structured } from '../../src/shared/structured.ts';
import { Transcription } from '../../src/shared/transcription.ts';

type Said = { speaker: string; text: string };

/** A finished transcription in which each line is a segment, a paragraph and a chapter. */
function transcription(lines: Said[], { structure = true, title = 'Talk.mp3' } = {}) {
  const times = (id: number) => ({ start: id * 60, end: id * 60 + 30 });
  const segments = lines.map((line, id) => ({
    ...{ id, ...times(id), ...line },
    ...{ language: 'en', confidence: 1, words: [] },
  }));
  const structured = {
    paragraphs: lines.map((line, id) => ({ id, ...times(id), ...line, segment_ids: [id] })),
    table_of_contents: lines.map((_, id) => ({
      ...{ id, ...times(id), title: `Part ${id + 1}`, summary: '', terms: [], level: 1 },
      ...{ first_segment_id: id, last_segment_id: id },
    })),
    summary: { text: '', sentences: [] },
    key_highlights: [],
    terms: [],
    generator: { mode: 'extractive' },
  };
  return Transcription.parse({
    ...{ id: 'trs_x', status: 'completed', source: { type: 'url', url: 'http://a/b', title } },
    ...{ duration_seconds: 3661, points_spent: 0, webhook_url: null, error: null },
    ...{ created_at: '2026-01-01T00:00:00.000Z', completed_at: '2026-01-01T00:00:00.000Z' },
    ...{ stage: null, progress: 1, eta_seconds: null, warnings: [], language: 'en' },
    ...{ model: 'demo', speakers_expected: null, metadata: {} },
    result: {
      text: lines.map(({ text }) => text).join(' '),
      segments,
      structured: structure ? Structured.parse(structured) : null,
      subtitles: { vtt: 'http://a/v', srt: 'http://a/s' },
    },
  });
}

const ANNA = { speaker: 'Anna', text: 'Good morning.' };
const BEN = { speaker: 'Ben', text: 'Good evening.' };

describe('as text', () => {
  test('one person’s words stand alone, a line between paragraphs', () => {
    expect(toText(transcription([ANNA, { ...BEN, speaker: 'Anna' }]))).toBe(
      'Good morning.\n\nGood evening.\n',
    );
  });

  test('people are named where there are several', () => {
    expect(toText(transcription([ANNA, BEN]))).toBe('Anna: Good morning.\n\nBen: Good evening.\n');
  });

  test('without structure it is the raw text', () => {
    expect(toText(transcription([ANNA, BEN], { structure: false }))).toBe(
      'Good morning. Good evening.\n',
    );
  });
});

describe('as Markdown', () => {
  test('it has a title, the facts, chapters, times and speakers', () => {
    expect(toMarkdown(transcription([ANNA, BEN]))).toBe(
      [
        '# Talk.mp3',
        '1:01:01 · en',
        '## Transcript',
        '### \\[0:00\\] Part 1',
        '**Anna** \\[0:00\\] Good morning.',
        '### \\[1:00\\] Part 2',
        '**Ben** \\[1:00\\] Good evening.\n',
      ].join('\n\n'),
    );
  });

  test('what was said never becomes markup', () => {
    const text = '# <script>alert(1)</script> [a](http://b) *x* _y_ `z` | ~';
    const title = '**My** <b>talk</b>';
    const markdown = toMarkdown(transcription([{ speaker: '<i>', text }], { title }));
    const unescaped = markdown.replaceAll(/\\[\\`*_[\]<>#|~]/g, '');
    expect(unescaped).not.toMatch(/[<>`|~]|\]\(|\*[xM]/);
    expect(markdown).toContain('\\<script\\>alert(1)\\</script\\>');
  });

  test('without structure it is the title and the text', () => {
    expect(toMarkdown(transcription([ANNA], { structure: false }))).toBe(
      '# Talk.mp3\n\n1:01:01 · en\n\nGood morning.\n',
    );
  });
});

test('what is not finished has no text', () => {
  const unfinished = { ...transcription([ANNA]), result: null };
  expect([toText(unfinished), toMarkdown(unfinished)]).toEqual(['', '']);
});
