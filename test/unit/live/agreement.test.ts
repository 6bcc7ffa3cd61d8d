import { expect, it } from 'vitest';
import { type Agreement, agree, NOTHING_HEARD } from '../../../src/main/live/agreement.ts';

const words = (text: string) => text.split(' ').map((one) => ({ text: one }));
const hear = (...texts: string[]) => {
  let heard: Agreement<{ text: string }> = NOTHING_HEARD;
  for (const text of texts) heard = agree(heard, words(text));
  return { text: heard.words.map(({ text }) => text).join(' '), agreed: heard.agreed };
};

it('keeps the words on which two transcriptions agree, and shows the newest of the rest', () => {
  expect(hear('The whether')).toEqual({ text: 'The whether', agreed: 0 });
  expect(hear('The whether', 'The weather is')).toEqual({ text: 'The weather is', agreed: 1 });
  expect(hear('The weather', 'the weather, is', 'A whether is nice')).toEqual({
    text: 'the weather, is nice',
    agreed: 2,
  });
});

it('never takes back what was agreed on, though less is heard', () => {
  expect(hear('one two three', 'one two three four', 'one')).toEqual({
    text: 'one two three',
    agreed: 3,
  });
});
