/** Finished transcripts with a history: edited, named, a step undone, and all there is to label them again. */
import { sql } from 'kysely';
import type { Database } from '../../../src/main/repositories/database.ts';
import { packEvidence } from '../../../src/main/speakers/stored-embeddings.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import type { TranscriptEdit } from '../../../src/shared/transcription/editing.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { openQuietApp } from '../harness/quiet-app.ts';
import { openTestDatabase } from '../harness/test-database.ts';
import { storeSegments } from './stored-transcripts.ts';

const TEXTS = ['We met Anna today.', 'She was late again.', 'We begin now.', 'That is all.'];
const SPACE = 'neural 2 speaker';

/** Stores as many that are all alike in a data folder on which no service runs; gives their ids. */
export async function storeEditedTranscripts(dataDir: string, count: number): Promise<string[]> {
  const id = await withDatabase(dataDir, store);
  await makeHistory(dataDir, id);
  await withDatabase(dataDir, (db) => copy(db, id, count));
  return Array.from({ length: count }, (_, index) => `trs_${index + 1}`);
}

async function withDatabase<Made>(
  dataDir: string,
  work: (db: Database) => Promise<Made>,
): Promise<Made> {
  const { db, close } = await openTestDatabase(dataDir);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Two people take turns, whose voices are as different as can be. */
async function store(db: Database): Promise<string> {
  const spans = TEXTS.map((text, at) => ({ text, startMs: at * 2000, endMs: at * 2000 + 2000 }));
  const segments = spans.map(({ text, startMs, endMs }, at) => ({
    startMs,
    endMs,
    text,
    speaker: `Speaker ${(at % 2) + 1}`,
    language: 'en',
    confidence: 1,
    words: text.split(' ').map((word, index) => ({
      startMs: startMs + index * 400,
      endMs: startMs + index * 400 + 400,
      text: word,
      confidence: 1,
    })),
  }));
  const numbered = segments.map((segment, at) => ({ ...segment, id: at }));
  const structured = structureTranscript({ segments: numbered, durationMs: 8000 });
  const id = await storeSegments(db, {
    title: 'Talk',
    windows: [segments.slice(0, 2), segments.slice(2)],
    structured: JSON.stringify(structured),
    facts: { durationMs: 8000 },
    options: { structure: true },
    speech: [{ startMs: 0, endMs: 8000 }],
  });
  const vectors = new Float32Array(spans.flatMap((_, at) => (at % 2 === 0 ? [1, 0] : [0, 1])));
  const embeddings = {
    model: 'speaker',
    digest: null,
    space: SPACE,
    dim: 2,
    windows: spans,
    vectors,
  };
  const evidence = packEvidence({ regions: [{ startMs: 0, endMs: 8000 }], embeddings });
  await db
    .insertInto('diarizations')
    .values({
      transcriptionId: id,
      method: 'neural',
      model: 'speaker',
      confidence: 1,
      warning: null,
      space: SPACE,
      evidence,
    })
    .execute();
  for (const [number, voice] of [[1, [1, 0]] as const, [2, [0, 1]] as const]) {
    const centroid = new Uint8Array(new Float32Array(voice).buffer);
    await db
      .updateTable('speakers')
      .set({ centroid })
      .where('transcriptionId', '=', id)
      .where('number', '=', number)
      .execute();
  }
  return id;
}

/** Something can be undone, and something redone. */
async function makeHistory(dataDir: string, id: string): Promise<void> {
  const app = await openQuietApp({ dataDir });
  try {
    const path = `/v1/transcriptions/${id}`;
    const now = async () => (await app.ask('GET', path)) as Transcription;
    const edit = async (one: TranscriptEdit) => {
      const { revision } = await now();
      await app.ask('POST', `${path}/edits`, { revision, edits: [one] });
    };
    await edit({ op: 'text', id: 1, text: 'She was early.' });
    await app.ask('PATCH', `${path}/speakers/2`, { name: 'Bo' });
    await edit({ op: 'text', id: 2, text: 'We began then.' });
    await app.ask('POST', `${path}/history/undo`, { revision: (await now()).revision });
  } finally {
    await app.stop();
  }
}

/** What belongs to a transcription, owners first: a segment's speaker is there before it. */
const TABLES = [
  'transcriptions',
  'windows',
  'speakers',
  'segments',
  'heard',
  'edits',
  'speech',
  'diarizations',
  'structured',
] as const;

async function copy(db: Database, id: string, count: number): Promise<void> {
  for (const table of TABLES) {
    const owner = table === 'transcriptions' ? 'id' : 'transcriptionId';
    const row = await db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const values = columns.map((column) => {
      if ([owner, 'recordingId'].includes(column)) return sql`'trs_' || i`;
      return column === 'seq' ? sql`seq + i` : sql.ref(column);
    });
    await sql`
      WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${sql.lit(count)})
      INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      SELECT ${sql.join(values)} FROM ${sql.table(table)} AS one, numbers
      WHERE ${sql.ref(owner)} = ${id}`.execute(db);
  }
}
