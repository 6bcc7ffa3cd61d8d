import { expect, it } from 'vitest';
import { type Agreement, agree, beyond } from '../../../src/main/live/firm-words.ts';

/** A word in every half second. */
const words = (text: string) =>
  text.split(' ').map((one, at) => ({ text: one, endMs: 500 * (at + 1) }));
const textOf = (all: readonly { text: string }[]) => all.map(({ text }) => text).join(' ');
const hear = (...texts: string[]) => {
  let heard: Agreement<{ text: string; endMs: number }> = { firm: [], open: [] };
  for (const text of texts) heard = agree(heard, words(text));
  return [textOf(heard.firm), textOf(heard.open)];
};

it('takes for firm on what two transcriptions agree from the beginning', () => {
  expect(hear('The whether')).toEqual(['', 'The whether']);
  expect(hear('The whether', 'The weather is')).toEqual(['The', 'weather is']);
  expect(hear('The weather', 'the weather, is', 'The weather is nice')).toEqual([
    'the weather, is',
    'nice',
  ]);
});

it('takes for firm what was said long ago, though nothing agrees', () => {
  const before = agree({ firm: [], open: [] }, words('The whether'));
  const heard = agree(before, words('A weather is nice'), { oldMs: 1000 });
  expect([textOf(heard.firm), textOf(heard.open)]).toEqual(['A weather', 'is nice']);
});

it('takes nothing for firm that ends where the sound does, though two transcriptions agree', () => {
  const before = agree({ firm: [], open: [] }, words('The weather is ni'));
  const heard = agree(before, words('The weather is ni'), { cutMs: 1600 });
  expect([textOf(heard.firm), textOf(heard.open)]).toEqual(['The weather is', 'ni']);
});

it('never takes back what is firm, though less is heard, or something else', () => {
  expect(hear('one two three', 'one two three four', 'one')).toEqual(['one two three', '']);
  expect(hear('one two', 'one two', 'won to three', 'won to three')).toEqual(['one two three', '']);
});

it('finds what comes after firm words that are heard as more, as fewer or as others', () => {
  const after = (firm: string, heard: string) => textOf(beyond(words(firm), words(heard)));
  expect(after('a b c', 'a b x d')).toBe('d');
  expect(after('everyone sees it', 'every one sees it now')).toBe('now');
  expect(after('we all met', 'we met again')).toBe('again');
  expect(after('go go go', 'go go go go')).toBe('go');
});
