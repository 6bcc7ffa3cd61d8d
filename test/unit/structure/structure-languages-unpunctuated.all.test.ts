import { test } from 'vitest';
import { expectStructured } from '../../helpers/corpus/structured-languages.ts';
import { LANGUAGES } from '../../helpers/corpus/texts-languages.ts';

test.each(LANGUAGES)('%s is structured like English, without punctuation too', (language) => {
  expectStructured(language, false);
});
