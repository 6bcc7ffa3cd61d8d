import { expect, it } from 'vitest';
import { type Agreement, agree, NOTHING_YET } from '../../../src/main/live/provisional-words.ts';

const words = (text: string) => text.split(' ').map((one) => ({ text: one }));
const transcribe = (...texts: string[]) => {
  let transcribed: Agreement<{ text: string }> = NOTHING_YET;
  for (const text of texts) transcribed = agree(transcribed, words(text));
  return { text: transcribed.words.map(({ text }) => text).join(' '), agreed: transcribed.agreed };
};

it('keeps the words on which two transcriptions agree, and shows the newest of the rest', () => {
  expect(transcribe('The whether')).toEqual({ text: 'The whether', agreed: 0 });
  expect(transcribe('The whether', 'The weather is')).toEqual({
    text: 'The weather is',
    agreed: 1,
  });
  expect(transcribe('The weather', 'the weather, is', 'A whether is nice')).toEqual({
    text: 'the weather, is nice',
    agreed: 2,
  });
});

it('never takes back what was agreed on, though less is transcribed', () => {
  expect(transcribe('one two three', 'one two three four', 'one')).toEqual({
    text: 'one two three',
    agreed: 3,
  });
});
