/** A finished talk whose words have their times, in a data folder on which no service runs. */
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { openTestDatabase } from '../harness/test-database.ts';
import { storeSegments } from './stored-transcripts.ts';

/** How long a word takes. */
const WORD_MS = 400;

type Said = { text: string; speaker?: string; startMs: number; language?: string };

/** A segment whose words follow each other from its start. */
export function spoken({
  text,
  startMs,
  speaker = 'Speaker 1',
  language = 'en',
}: Said): Omit<Segment, 'id'> {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * WORD_MS,
    endMs: startMs + (at + 1) * WORD_MS,
    confidence: 1,
  }));
  const endMs = words.at(-1)?.endMs ?? startMs;
  return { startMs, endMs, text, speaker, language, confidence: 1, words };
}

/** Stores it and gives its id. */
export async function storeTalk(
  dataDir: string,
  said: readonly Said[],
  given: { finished?: boolean; structured?: string | null } = {},
): Promise<string> {
  const { db, close } = await openTestDatabase(dataDir);
  try {
    const { structured = null, finished = true } = given;
    return await storeSegments(db, {
      title: 'Talk',
      windows: [said.map(spoken)],
      structured,
      finished,
      facts: { durationMs: 60_000, language: 'en' },
    });
  } finally {
    await close();
  }
}
