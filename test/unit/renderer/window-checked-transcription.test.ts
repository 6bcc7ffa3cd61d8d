import { expect, test } from 'vitest';
import { QuickTranscription } from '../../../src/renderer/src/api/transcription-schema.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { finishedTranscription } from '../../helpers/corpus/finished-transcription.ts';

const GOOD = { start: 0, end: 1, text: 'Hello', confidence: 1 };

/** A finished transcription whose only segment has these words. */
function withWords(words: unknown): unknown {
  const whole = finishedTranscription([{ speaker: 'Anna', text: 'Hello' }]);
  const segments = whole.result?.segments.map((segment) => ({ ...segment, words }));
  return { ...whole, result: { ...whole.result, segments } };
}

test.each([
  ['no words', []],
  ['a word', [GOOD]],
  ['no list', null],
  ['nothing in the list', [null]],
  ['a word without a text', [{ ...GOOD, text: undefined }]],
  ['a word without a start', [{ ...GOOD, start: undefined }]],
  ['a word whose end is a text', [{ ...GOOD, end: '1' }]],
  ['a word whose confidence is no number', [{ ...GOOD, confidence: null }]],
])('the window takes and refuses what the schema does: %s', (_, words) => {
  const answer = withWords(words);
  expect(QuickTranscription.safeParse(answer).success).toBe(
    Transcription.safeParse(answer).success,
  );
});
