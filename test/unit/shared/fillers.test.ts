import { describe, expect, test } from 'vitest';
import { readParts, readSegment, readText } from '../../../src/shared/transcription/wording.ts';

test.each([
  ['en', 'Um, we met in the garden.', 'We met in the garden.'],
  ['en', 'We um met, uh, the others.', 'We met, the others.'],
  ['en', 'We met. Uhm... It was late, um.', 'We met. It was late.'],
  ['en', 'Um, uh, yes.', 'Yes.'],
  ['en', 'It was like um', 'It was like'],
  ['de', 'Ähm, wir gehen äh um den See.', 'Wir gehen um den See.'],
  ['fr', 'Euh, ben c’est euh bon.', 'Ben c’est bon.'],
  ['es', 'Ehm, pues sí.', 'Pues sí.'],
])('%s: %s', (language, said, read) => {
  expect(readText(said, language, 'no_fillers')).toBe(read);
});

describe('what may be a word stays', () => {
  test.each([
    ['de', 'Es geht um die Uhr, eh klar.'],
    ['pt', 'Um dia.'],
    ['fr', 'Ben, eh bien.'],
    ['en', 'Uh-huh, the UM and the ER.'],
    ['en', 'He said "um" twice.'],
    ['en', 'Uh? What?'],
    ['en', 'Um.'],
    ['en', 'An umbrella, ah.'],
    ['xx', 'Um, äh, euh.'],
  ])('%s: %s', (language, said) => {
    expect(readText(said, language, 'no_fillers')).toBe(said);
  });
});

test('the parts are as long as the text, so that places in it stay', () => {
  const text = 'Um, we met. Uh, straße um.';
  const parts = readParts(text, 'en', 'no_fillers');
  expect(
    parts
      .map((part) => part.text)
      .join('')
      .toLowerCase(),
  ).toBe(text.toLowerCase());
  expect(parts.filter(({ leftOut }) => leftOut).map((part) => part.text)).toEqual([
    'Um, ',
    'Uh, ',
    ' um',
  ]);
});

test('words keep their times, and those that are left out go', () => {
  const word = (text: string, startMs: number) => ({
    text,
    startMs,
    endMs: startMs + 100,
    confidence: 0.9,
  });
  const segment = {
    id: 0,
    startMs: 0,
    endMs: 500,
    text: 'Um, we met, um.',
    speaker: 'A',
    language: 'en',
    confidence: 0.9,
    words: [word('Um,', 0), word('we', 100), word('met,', 200), word('um.', 300)],
  };
  expect(readSegment(segment, 'no_fillers')).toEqual({
    ...segment,
    text: 'We met.',
    words: [word('We', 100), word('met.', 200)],
  });
  const without = { ...segment, text: 'We met.' };
  expect(readSegment(without, 'no_fillers')).toBe(without);
});
