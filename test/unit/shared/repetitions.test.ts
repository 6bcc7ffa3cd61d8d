/** Clean wording: without fillers, and without words said twice by mistake. Nobody's meaning is taken away. */
import { describe, expect, test } from 'vitest';
import { readSegment, readText } from '../../../src/shared/transcription/wording.ts';
import { saidAt } from '../../helpers/corpus/said.ts';

test.each([
  ['en', 'I I think so.', 'I think so.'],
  ['en', 'I, I think the the house is old.', 'I think the house is old.'],
  ['en', 'The the house… and— and the barn.', 'The house… and— and the barn.'],
  ['en', 'I, um, I went in the in the garden.', 'I went in the garden.'],
  ['en', 'And then I think I think we we met.', 'And then I think we met.'],
  ['en', 'We wen- went th- the other way.', 'We went the other way.'],
  ['en', 'I I I was there.', 'I was there.'],
  ['de', 'Ich ich war und und sie auch.', 'Ich war und sie auch.'],
  ['fr', 'Je je pense que j’ai j’ai dit.', 'Je pense que j’ai dit.'],
  ['es', 'Yo, yo fui con con ella.', 'Yo fui con ella.'],
])('%s: %s', (language, said, read) => {
  expect(readText(said, language, 'clean')).toBe(read);
});

describe('what may be meant stays', () => {
  test.each([
    ['en', 'It is very very good, no no, no.'],
    ['en', 'I know that that is what he had had.'],
    ['en', 'One one two, five five, 1 1.'],
    ['en', 'We saw The The live. I know, I know.'],
    ['en', 'That was I. I went.'],
    ['en', 'What it is is a test.'],
    ['en', 'A, a, b: letters.'],
    ['de', 'Die, die die Vor- und Nachteile kennen, dass sie sie sieht.'],
    ['fr', 'Nous nous levons, vous vous trompez. Un, un, deux.'],
    ['id', 'Anak anak berjalan jalan.'],
    ['zh', '谢谢 谢谢'],
    ['xx', 'I I think the the um.'],
  ])('%s: %s', (language, said) => {
    expect(readText(said, language, 'clean')).toBe(said);
  });
});

test('without fillers alone, repeated words stay', () => {
  expect(readText('Um, I I think.', 'en', 'no_fillers')).toBe('I I think.');
  expect(readText('Um, I I think.', 'en', 'verbatim')).toBe('Um, I I think.');
});

test('words keep their times, and the first of two goes', () => {
  const [segment] = saidAt([{ speaker: 'A', from: 0, to: 400, text: 'The the the house.' }]);
  expect(segment && readSegment(segment, 'clean')).toMatchObject({
    text: 'The house.',
    words: [
      { text: 'The', startMs: 200 },
      { text: 'house.', startMs: 300 },
    ],
  });
});
