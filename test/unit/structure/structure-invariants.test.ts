import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { readProse } from '../../helpers/corpus/texts.ts';
import { expectGrounded } from '../../helpers/corpus/texts-invariants.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';
import { durationOf, speak } from '../../helpers/corpus/texts-spoken.ts';
import { dose } from '../../helpers/harness/dose.ts';

type Truth = {
  segments: { start: number; end: number; text: string; speaker: string; language: string }[];
};

function fixture(name: string): Segment[] {
  const url = new URL(`../../fixtures/${name}.json`, import.meta.url);
  const truth: Truth = JSON.parse(readFileSync(url, 'utf8'));
  return truth.segments.map(({ start, end, text, speaker, language }, id) => ({
    id,
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text,
    speaker,
    language,
    confidence: 0.9,
    words: [],
  }));
}

const structure = (segments: Segment[]) =>
  structureTranscript({ segments, durationMs: durationOf(segments) });

const HOSTILE = [
  '-->',
  '<script>alert(1)</script>',
  '👩‍👩‍👧‍👦 👍🏽',
  'مرحبا بالعالم',
  'x'.repeat(200),
  'a\u0000b',
  'one\u2028two',
  '\ud83d lone',
  '',
  '   ',
  '[BLANK_AUDIO]',
  '(music)',
  '...',
  '今天天气很好。我们去公园吧。',
];

describe('everything in a structured transcript is grounded in its segments', () => {
  test.each(['sample', 'pool'])('the recording %s', (name) => {
    const segments = fixture(name);
    expectGrounded(structure(segments), segments);
  });

  test('prose by two speakers, hours of it', () => {
    const lines = readProse(30)
      .slice(0, dose(17, 100))
      .flatMap(({ sentences }, document) =>
        sentences.map((text, index) => ({
          text,
          speaker: `Speaker ${1 + ((document + Math.floor(index / 7)) % 2)}`,
        })),
      );
    const segments = speak(lines);
    const structured = structure(segments);
    expectGrounded(structured, segments);
    expect(structured.table_of_contents.length).toBeGreaterThan(5);
    expect(structured.key_highlights.length).toBe(20);
  });

  test('any texts, hostile ones among them', () => {
    const line = fc.record({
      text: fc.oneof(fc.constantFrom(...HOSTILE), fc.lorem({ maxCount: 30 }), anyText()),
      speaker: fc.constantFrom('Speaker 1', 'Speaker 2'),
      language: fc.constantFrom('en', 'de', 'zh', 'th', 'ar', 'xx', ''),
      pauseMs: fc.integer({ min: 0, max: 60_000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const segments = speak(lines);
        expectGrounded(structure(segments), segments);
      }),
      { seed: 20_260, numRuns: dose(25, 150) },
    );
  });

  test('hours of one speaker, without a full stop or a comma', () => {
    const words = readProse(30)
      .flatMap(({ sentences }) => sentences)
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/gu);
    const lines = Array.from({ length: dose(1800, 9000) }, (_, at) =>
      Array.from({ length: 9 }, (_, word) => words?.[(at * 9 + word) % words.length]).join(' '),
    );
    const segments = speak(lines);
    expect(durationOf(segments)).toBeGreaterThan(dose(1.8, 9) * 3_600_000);
    const structured = structure(segments);
    expectGrounded(structured, segments);
    expect(structured.table_of_contents.length).toBeGreaterThan(10);
    expect(structured.paragraphs.length).toBeGreaterThan(dose(100, 200));
  });

  test('segments that share one instant', () => {
    const segments = speak(['One thing.', 'Another thing.']).map((segment) => ({
      ...segment,
      startMs: 0,
      endMs: 1,
      words: [],
    }));
    expectGrounded(structure(segments), segments);
  });
});

describe('sections are always there', () => {
  test('an empty transcript has empty sections', () => {
    expect(structure([])).toEqual({
      paragraphs: [],
      table_of_contents: [],
      summary: { text: '', sentences: [] },
      key_highlights: [],
      terms: [],
      generator: { mode: 'extractive', model: null, pending: false, fallbacks: [] },
    });
  });

  test('one word is a paragraph, a chapter and a summary', () => {
    const structured = structure(speak(['Hello.']));
    expect(structured.paragraphs).toHaveLength(1);
    expect(structured.table_of_contents[0]?.title).toBe('Hello');
    expect(structured.summary.text).toBe('Hello.');
  });
});

test('the same transcript gives the same bytes', () => {
  const segments = fixture('pool');
  expect(JSON.stringify(structure(segments))).toBe(JSON.stringify(structure(fixture('pool'))));
});

test('an aborted signal stops the work', () => {
  const signal = AbortSignal.abort(new Error('stop'));
  const segments = speak(['Hello.']);
  expect(() => structureTranscript({ segments, durationMs: 1000, signal })).toThrow('stop');
});
