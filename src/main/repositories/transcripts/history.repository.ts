import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import { StepAbout, StepKind } from '../../../shared/transcription/editing.ts';
import { DiarizationMethod } from '../../../shared/transcription/speakers.ts';
import type { Database } from '../database.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row, SegmentRow } from '../tables.ts';
import { CueChange } from './cue.repository.ts';
import { readRevision } from './revision.ts';
import { RowChange } from './row-changes.ts';

const SpeakerRow = z.object({
  number: z.int(),
  label: z.string(),
  name: z.string().nullable(),
  confidence: z.number().nullable(),
  voiceId: z.string().nullable(),
  /** In base64. */
  centroid: z.string().nullable(),
});

/** The speakers and how they were distinguished; the embeddings stay the same whatever is derived from them. */
const Voices = z.object({
  speakers: z.array(SpeakerRow),
  diarization: z
    .object({
      method: DiarizationMethod,
      model: z.string().nullable(),
      confidence: z.number(),
      warning: z.string().nullable(),
      space: z.string().nullable(),
      atOnce: z.string(),
    })
    .nullable(),
});
export type Voices = z.infer<typeof Voices>;

const SpeakerNaming = z.object({
  number: z.int(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The remembered voice by which the name before was recognized. */
  recognized: z.string().nullable().optional(),
});

/** What a step changed, so that it can be undone and redone. Stored, it has the database's names. */
const StepBody = z.object({
  rows: z.array(RowChange),
  /** Set if the speakers were labeled again. */
  voices: z.object({ before: Voices, after: Voices }).optional(),
  /** Set if speakers were named; a step once named only one. */
  name: z.union([z.array(SpeakerNaming), SpeakerNaming.transform((only) => [only])]).optional(),
  /** Set if subtitles were changed by hand. */
  cues: CueChange.optional(),
});
export type StepBody = z.infer<typeof StepBody>;

export type StoredStep = Pick<Row<'edits'>, 'number' | 'request' | 'madeAt'> & {
  kind: StepKind;
  /** Null for what earlier versions of Steno have stored, and where there is nothing to say. */
  about: StepAbout | null;
  undone: boolean;
};
export type NextSteps = { undo: StoredStep | null; redo: StoredStep | null };
export type NewStep = Omit<StoredStep, 'number' | 'undone'> & { body: StepBody };

const STORED_NAMES = {
  startMs: 'start_ms',
  endMs: 'end_ms',
  voiceId: 'voice_id',
  atOnce: 'at_once',
};
const toStored = new Map(Object.entries(STORED_NAMES));
const fromStored = new Map([...toStored].map(([name, stored]) => [stored, name]));

/** For each value of a JSON. */
const rename = (names: ReadonlyMap<string, string>) => (_key: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const renamed = Object.entries(value).map(([name, one]) => [names.get(name) ?? name, one]);
  return Object.fromEntries(renamed);
};

const pack = promisify(deflate);
const unpack = promisify(inflate);

const steps = (db: Database, id: string) =>
  db
    .selectFrom('edits')
    .select(['number', 'kind', 'about', 'request', 'madeAt', 'undone'])
    .where('transcriptionId', '=', id);

/** The history of users' changes to finished transcripts, step by step. */
export function createHistoryRepository(db: Database) {
  return {
    /** The newest steps first, with what can be undone and redone. @throws not_found */
    read: (id: string, limit: number) =>
      dialectOf(db).together(db, async (trx) => {
        const revision = await readRevision(trx, id);
        const rows = await steps(trx, id).orderBy('number', 'desc').limit(limit).execute();
        return { revision, steps: rows.map(toStep), next: await readNext(trx, id) };
      }),

    async has(id: string, request: string): Promise<boolean> {
      const row = await steps(db, id).where('request', '=', request).executeTakeFirst();
      return row !== undefined;
    },

    /** Whether the speakers were labeled again since the recording was transcribed. */
    async relabeled(id: string): Promise<boolean> {
      const row = await steps(db, id)
        .where(({ and }) => and({ kind: 'voices', undone: 0 }))
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The next step to undo and to redo; null if there is none. */
export async function readNext(db: Database, id: string): Promise<NextSteps> {
  const undo = steps(db, id).where('undone', '=', 0).orderBy('number', 'desc').limit(1);
  const redo = steps(db, id).where('undone', '=', 1).orderBy('number').limit(1);
  const [last, first] = [await undo.executeTakeFirst(), await redo.executeTakeFirst()];
  return { undo: last ? toStep(last) : null, redo: first ? toStep(first) : null };
}

/** What a step changed. */
export async function readBody(db: Database, id: string, number: number): Promise<StepBody> {
  const { body } = await db
    .selectFrom('edits')
    .select('body')
    .where(({ and }) => and({ transcriptionId: id, number }))
    .executeTakeFirstOrThrow();
  return StepBody.parse(JSON.parse((await unpack(body)).toString(), rename(fromStored)));
}

/** A step in its stored form. Compression takes a moment, so it runs before the transaction. */
type PackedStep = Omit<NewStep, 'body'> & { body: Uint8Array };

export async function packStep({ body, ...step }: NewStep): Promise<PackedStep> {
  return { ...step, body: await pack(JSON.stringify(body, rename(toStored))) };
}

/** Adds a step; what was undone before can then no longer be redone. Runs in a revision. */
export async function addStep(trx: Database, id: string, step: PackedStep): Promise<void> {
  await trx.deleteFrom('edits').where('transcriptionId', '=', id).where('undone', '=', 1).execute();
  const { about } = step;
  await trx
    .insertInto('edits')
    .values({
      ...step,
      transcriptionId: id,
      about: about && JSON.stringify(about),
      number: sql<number>`(SELECT COALESCE(MAX(number), 0) + 1 FROM edits WHERE transcription_id = ${id})`,
    })
    .execute();
}

export async function markStep(
  db: Database,
  id: string,
  number: number,
  undone: boolean,
): Promise<void> {
  await db
    .updateTable('edits')
    .set({ undone: undone ? 1 : 0 })
    .where(({ and }) => and({ transcriptionId: id, number }))
    .execute();
}

/** Keeps the original of windows that are changed for the first time. Runs in a transaction. */
export async function keepTranscribed(
  trx: Database,
  id: string,
  windows: readonly number[],
): Promise<void> {
  for (const window of new Set(windows)) {
    await sql`
      INSERT INTO heard (transcription_id, window_idx, idx, start_ms, end_ms, text, speaker, language,
        confidence, words, flags, continues)
      SELECT transcription_id, window_idx, idx, start_ms, end_ms, text, speaker, language,
        confidence, words, flags, continues
      FROM segments
      WHERE transcription_id = ${id} AND window_idx = ${window} AND NOT EXISTS (
        SELECT 1 FROM heard WHERE transcription_id = ${id} AND window_idx = ${window})`.execute(
      trx,
    );
  }
}

/** The original of the windows users have changed, in chronological order. */
export async function readTranscribed(db: Database, id: string): Promise<SegmentRow[]> {
  const rows = await db
    .selectFrom('heard')
    .selectAll()
    .where('transcriptionId', '=', id)
    .orderBy('windowIdx')
    .orderBy('idx')
    .execute();
  return rows.map((row) => ({ ...row, original: null, paragraph: null }));
}

/** Everything about the speakers that labeling again replaces. */
export async function readVoices(db: Database, id: string): Promise<Voices> {
  const speakers = await db
    .selectFrom('speakers')
    .selectAll()
    .where('transcriptionId', '=', id)
    .orderBy('number')
    .execute();
  const diarization = await db
    .selectFrom('diarizations')
    .select(['method', 'model', 'confidence', 'warning', 'space', 'atOnce'])
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  return {
    speakers: speakers.map(({ transcriptionId: _id, centroid, ...speaker }) => ({
      ...speaker,
      centroid: centroid && Buffer.from(centroid).toString('base64'),
    })),
    diarization: diarization
      ? { ...diarization, method: DiarizationMethod.parse(diarization.method) }
      : null,
  };
}

/** Restores it. Runs in a transaction. */
export async function storeVoices(trx: Database, id: string, voices: Voices): Promise<void> {
  await trx.deleteFrom('speakers').where('transcriptionId', '=', id).execute();
  for (const { centroid, ...speaker } of voices.speakers) {
    const bytes = centroid === null ? null : new Uint8Array(Buffer.from(centroid, 'base64'));
    await trx
      .insertInto('speakers')
      .values({ ...speaker, transcriptionId: id, centroid: bytes })
      .execute();
  }
  if (voices.diarization === null) return;
  await trx
    .updateTable('diarizations')
    .set(voices.diarization)
    .where('transcriptionId', '=', id)
    .execute();
}

/** Gives every label in use a speaker, as triggers do where rows are new. Runs in a transaction, after `storeVoices`. */
export async function addMissingSpeakers(trx: Database, id: string): Promise<void> {
  const missing = await trx
    .selectFrom('segments')
    .select('speaker')
    .where('transcriptionId', '=', id)
    .where('speaker', 'not in', ({ selectFrom }) =>
      selectFrom('speakers').select('label').where('transcriptionId', '=', id),
    )
    .groupBy('speaker')
    .orderBy(sql`MIN(start_ms)`)
    .execute();
  for (const { speaker: label } of missing) {
    const number = sql<number>`(SELECT COALESCE(MAX(number), 0) + 1 FROM speakers WHERE transcription_id = ${id})`;
    await trx.insertInto('speakers').values({ transcriptionId: id, number, label }).execute();
  }
}

function toStep(row: Omit<Row<'edits'>, 'transcriptionId' | 'body'>): StoredStep {
  return {
    ...row,
    kind: StepKind.parse(row.kind),
    about: row.about === null ? null : StepAbout.parse(JSON.parse(row.about)),
    undone: row.undone === 1,
  };
}
