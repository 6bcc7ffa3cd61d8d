import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSnippet } from '../../../src/main/services/transcriptions/search.service.ts';

describe('a snippet', () => {
  test('keeps a long text short on both sides of what was found', () => {
    const snippet = makeSnippet(`${'a'.repeat(300)} needle ${'b'.repeat(300)}`, ['needle']);
    expect(snippet).toEqual({
      before: `…${'a'.repeat(79)} `,
      match: 'needle',
      after: ` ${'b'.repeat(79)}…`,
    });
  });

  test('shows the text as it is written, whatever case and accents were asked for', () => {
    expect(makeSnippet('Un CAFÉ noir', ['cafe']).match).toBe('CAFÉ');
    expect(makeSnippet('Un cafe\u0301 noir', ['café']).match).toBe('cafe\u0301');
  });

  test('begins at the word that comes first in the text', () => {
    expect(makeSnippet('one two three', ['three', 'one']).match).toBe('one');
  });

  test('begins where all words stand together, if they do', () => {
    const { before, match } = makeSnippet('Two chairs. All Two Tables', ['two', 'tables']);
    expect([before, match]).toEqual(['Two chairs. All ', 'Two Tables']);
  });

  test('splits a short text into its three parts and loses nothing', () => {
    const run = fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
      (text, word) => {
        const { before, match, after } = makeSnippet(text, [word]);
        expect(before + match + after).toBe(text);
        if (text.includes(word)) expect(match).not.toBe('');
      },
    );
    fc.assert(run, { verbose: true });
  });
});
