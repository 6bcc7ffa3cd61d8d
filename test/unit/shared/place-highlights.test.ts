import { describe, expect, test } from 'vitest';
import { createPlacer, spanOf, textOf } from '../../../src/shared/highlights/place-highlights.ts';
import { retimeWords } from '../../../src/shared/transcription/retime-words.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { spoken } from '../../helpers/corpus/talk-in-words.ts';

const numbered = (segments: readonly Omit<Segment, 'id'>[]): Segment[] =>
  segments.map((segment, id) => ({ ...segment, id }));
const TALK = numbered([
  spoken({ text: 'We met Anna today.', startMs: 0 }),
  spoken({ text: 'She was late again.', startMs: 1600 }),
]);

/** The marked words, as they are found again in another text. */
function found(words: string, segments: readonly Segment[], original = TALK): string {
  const [text = ''] = original.map((one) => one.text).filter((one) => one.includes(words));
  const at = original.findIndex((one) => one.text === text);
  const piece = { at, offset: text.indexOf(words), length: words.length };
  const span = spanOf([piece], original);
  if (!span) throw new Error('No words.');
  return textOf(createPlacer(segments)({ ...span, quote: words }), segments);
}

describe('a highlight is found by the times of its words', () => {
  test('in the text it was made in: exactly its words', () => {
    for (const words of ['We', 'met Anna', 'today.', 'She was', 'late again.']) {
      expect(found(words, TALK)).toBe(words);
    }
  });

  test('where another model heard the words a little earlier or later, and others than these', () => {
    for (const shift of [-150, -80, 80, 150]) {
      const other = numbered([
        spoken({ text: 'We met Hannah today. She was late again.', startMs: 150 + shift }),
      ]).map((segment) => ({
        ...segment,
        words: segment.words.map((word) => ({
          ...word,
          startMs: word.startMs - 150,
          endMs: word.endMs - 150,
        })),
      }));
      expect(found('met Anna', other)).toBe('met Hannah');
    }
  });

  test('beside a word that was put in where there is no pause', () => {
    const [first] = TALK;
    if (!first) throw new Error('No segment.');
    const text = 'We met young Anna today.';
    const edited = [{ ...first, text, words: retimeWords(first, text) }];
    expect(edited[0]?.words[2], 'it takes no time').toMatchObject({ startMs: 800, endMs: 800 });
    expect(found('Anna', edited, edited)).toBe('Anna');
    expect(found('young', edited, edited)).toBe('young');
    expect(found('young Anna', edited, edited)).toBe('young Anna');
    expect(found('met', edited, edited)).toBe('met');
  });

  test('in a language without spaces, and in a segment without words', () => {
    const text = '今日は天気がいいですね';
    const chinese = numbered([{ ...spoken({ text, startMs: 0, language: 'ja' }), words: [] }]);
    expect(found('天気', chinese, chinese)).toBe('天気');
  });

  test('nowhere once the words are gone', () => {
    const gone = TALK.map((segment) => ({ ...segment, text: '', words: [] }));
    expect(found('met Anna', gone)).toBe('');
  });
});

test('a long sentence of another does not hide those that begin after it', () => {
  const long = { ...spoken({ text: 'Well', startMs: 0 }), endMs: 90_000 };
  const many = Array.from({ length: 40 }, (_, at) =>
    spoken({ text: `word${at} more`, startMs: 2000 + at * 1000 }),
  );
  const segments = numbered([long, ...many]);
  expect(found('word39', segments, segments)).toBe('word39');
  expect(found('Well', segments, segments)).toBe('Well');
});
