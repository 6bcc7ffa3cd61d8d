import { z } from 'zod';
import {
  Transcription,
  TranscriptionResult,
  TranscriptSegment,
  type TranscriptWord,
} from '../../../shared/transcription/transcription.ts';

/** Checked by hand: the page's security policy keeps zod from compiling its checks, and ten hours have 100,000 words. */
export const QuickTranscription = Transcription.extend({
  result: TranscriptionResult.extend({
    segments: z.array(
      TranscriptSegment.extend({
        words: z.custom<Word[]>((value) => Array.isArray(value) && value.every(isWord)),
      }),
    ),
  }).nullable(),
});

type Word = z.infer<typeof TranscriptWord>;

function isWord(value: Partial<Record<keyof Word, unknown>> | null): boolean {
  return (
    typeof value?.text === 'string' &&
    [value.start, value.end, value.confidence].every(Number.isFinite)
  );
}
