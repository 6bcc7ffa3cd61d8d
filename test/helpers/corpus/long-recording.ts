import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { PEAKS_PER_SECOND } from '../../../src/shared/transcription/playable-media.ts';
import { openTestDatabase } from '../harness/test-database.ts';
import { storeSegments } from './stored-transcripts.ts';
import { longTranscript } from './texts-long.ts';
import { durationOf } from './texts-spoken.ts';

type LongRecording = {
  title: string;
  words: number;
  /** What is played, however long the text is. */
  sound: string;
};

/** Puts a finished transcription with chapters, and a recording to play, into a data folder. */
export async function storeLongRecording(dataDir: string, recording: LongRecording): Promise<void> {
  const { title, words, sound } = recording;
  const segments = longTranscript(words);
  const durationMs = durationOf(segments);
  const { db, close } = await openTestDatabase(dataDir);
  const id = await storeSegments(db, {
    title,
    windows: [segments],
    structured: JSON.stringify(structureTranscript({ segments, durationMs })),
    facts: { mediaType: 'audio/mpeg', durationMs, language: 'en' },
  });
  await close();
  const folder = join(dataDir, 'recordings', id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'waveform'), new Uint8Array((durationMs / 1000) * PEAKS_PER_SECOND));
  await copyFile(sound, join(folder, 'media'));
}
