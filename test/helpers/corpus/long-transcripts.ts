/** Finished transcripts of many segments, whose text holds what could be mistaken for JSON. */
import type { Database } from '../../../src/main/repositories/database.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { storeSegments } from './stored-transcripts.ts';

export const LONG = 2100;
/** None, one, around a page, two whole pages, and many. */
export const SIZES = [0, 1, 249, 250, 251, 500, LONG];
const SEGMENTS_A_WINDOW = 7;

/** Gives its id. */
export async function storeLong(db: Database, count: number, webhookUrl: string | null = null) {
  const segments = segmentsOf(count);
  const windows = Map.groupBy(segments, ({ id }) => Math.floor(id / SEGMENTS_A_WINDOW));
  const durationMs = count * 1000;
  return storeSegments(db, {
    title: '"0" 第0',
    windows: [...windows.values()],
    structured: JSON.stringify(structureTranscript({ segments, durationMs })),
    options: { webhook_url: webhookUrl },
    facts: { durationMs, language: 'en' },
  });
}

function segmentsOf(count: number): Segment[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    startMs: id * 1000,
    endMs: id * 1000 + 900,
    text: `"0" 第${id} naïve\n👋.`,
    speaker: `Speaker ${(id % 2) + 1}`,
    language: 'en',
    confidence: 0.5,
    words: [
      { startMs: id * 1000, endMs: id * 1000 + 400, text: `"0" 第${id}`, confidence: 0.1234 },
      { startMs: id * 1000 + 400, endMs: id * 1000 + 900, text: 'naïve\n👋.', confidence: 1 },
    ],
  }));
}
