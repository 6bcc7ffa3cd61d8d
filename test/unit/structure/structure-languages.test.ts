import { expect, test } from 'vitest';
import { expectStructured } from '../../helpers/corpus/structured-languages.ts';
import { LANGUAGES } from '../../helpers/corpus/texts-languages.ts';

test('95 languages are tried', () => {
  expect(new Set(LANGUAGES).size).toBe(95);
});

test.each(LANGUAGES)('%s is structured like English', (language) => {
  expectStructured(language, true);
});
