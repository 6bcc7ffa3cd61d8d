/** A library with one recording that has everything: a picture, chapters, three speakers, doubtful words. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { structureTranscript } from '../../src/main/structure/structure-transcript.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { longTranscript } from '../helpers/corpus/texts-long.ts';
import { durationOf } from '../helpers/corpus/texts-spoken.ts';
import { sampleFile } from './open-window.ts';

const WORDS = 800;

/** Fills a data folder with it, as `prepare` of a window does. */
export async function talkLibrary(dataDir: string): Promise<void> {
  const segments = longTranscript(WORDS).map((segment, at) => ({
    ...segment,
    // A word here and there that no one is sure of.
    words: segment.words.map((word, index) =>
      at % 9 === 0 && index === 1 ? { ...word, confidence: 0.2 } : word,
    ),
  }));
  const durationMs = durationOf(segments);
  const structured = JSON.stringify(structureTranscript({ segments, durationMs }));
  const { db, close } = openDatabase(dataDir);
  const facts = { media_type: 'video/mp4', duration_ms: durationMs, language: 'en' };
  const id = await storeSegments(db, { title: 'Talk', windows: [segments], structured, facts });
  await close();
  const folder = join(dataDir, 'recordings', id);
  await mkdir(folder, { recursive: true });
  await copyFile(sampleFile, join(folder, 'media'));
}
