import { describe, expect, test } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { pk } from '../../helpers/corpus/choi.ts';
import { expectGrounded } from '../../helpers/corpus/texts-invariants.ts';
import { LANGUAGES, speakLanguage } from '../../helpers/corpus/texts-languages.ts';
import { durationOf, speak } from '../../helpers/corpus/texts-spoken.ts';

/** Every text has three topics of forty sentences. */
const BOUNDARIES = [40, 80];
/** `Intl` has a handful of Tibetan names, the same for countries and languages: no topics to tell apart. */
const SAME_WORDS = new Set(['bo']);

test('95 languages are tried', () => {
  expect(new Set(LANGUAGES).size).toBe(95);
});

describe.each([
  ['with punctuation', true],
  ['without punctuation', false],
])('%s', (_, punctuated) => {
  test.each(LANGUAGES)('%s is structured like English', (language) => {
    const lines = speakLanguage(language, punctuated).map((text) => ({ text, language }));
    const segments = speak(lines);
    const structured = structureTranscript({ segments, durationMs: durationOf(segments) });
    expectGrounded(structured, segments);
    expect(structured.terms.length).toBeGreaterThan(0);
    if (SAME_WORDS.has(language)) return;
    const found = structured.table_of_contents.map((chapter) => chapter.first_segment_id).slice(1);
    expect(pk(BOUNDARIES, found, segments.length)).toBeLessThanOrEqual(0.3);
  });
});
