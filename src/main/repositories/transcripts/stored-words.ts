import { z } from 'zod';
import { Word } from '../../../shared/transcription/transcript.ts';

const Words = z.array(Word);

/** The words of a segment's row. Looked at by hand first: a schema would copy each of the 100,000 of ten hours. */
export function readWords(json: string): Word[] {
  const words: unknown = JSON.parse(json);
  return Array.isArray(words) && words.every(isWord) ? words : Words.parse(words);
}

function isWord(value: Partial<Record<keyof Word, unknown>> | null): value is Word {
  return (
    typeof value?.text === 'string' &&
    isTime(value.startMs) &&
    isTime(value.endMs) &&
    typeof value.confidence === 'number' &&
    value.confidence >= 0 &&
    value.confidence <= 1
  );
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
