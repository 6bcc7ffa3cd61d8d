/** Whether a text in any language is structured like one in English. */
import { expect } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { pk } from './choi.ts';
import { expectGrounded } from './texts-invariants.ts';
import { speakLanguage } from './texts-languages.ts';
import { durationOf, speak } from './texts-spoken.ts';

/** Every text has three topics of forty sentences. */
const BOUNDARIES = [40, 80];
/** `Intl` has a handful of Tibetan names, the same for countries and languages: no topics to tell apart. */
const SAME_WORDS = new Set(['bo']);

export function expectStructured(language: string, punctuated: boolean): void {
  const lines = speakLanguage(language, punctuated).map((text) => ({ text, language }));
  const segments = speak(lines);
  const structured = structureTranscript({ segments, durationMs: durationOf(segments) });
  expectGrounded(structured, segments);
  expect(structured.terms.length).toBeGreaterThan(0);
  if (SAME_WORDS.has(language)) return;
  const found = structured.table_of_contents.map((chapter) => chapter.first_segment_id).slice(1);
  expect(pk(BOUNDARIES, found, segments.length)).toBeLessThanOrEqual(0.3);
}
