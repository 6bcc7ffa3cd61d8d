import { TranscriptionError } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';
import { batches, dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import { inRevision } from './revision.ts';

/** Work that repeatedly ends the process must not be retried forever. */
const MAX_ATTEMPTS = 4;

/** A translation being made; `request` distinguishes it from later requests, `attempts` from later attempts. */
export type Translating = TranslationKey & Pick<TranslationRow, 'request' | 'model' | 'attempts'>;
export type TranslationKey = { id: string; language: string };

export type StoredTranslation = TranslationKey &
  Pick<TranslationRow, 'status' | 'progress' | 'model' | 'createdAt'> & {
    error: TranscriptionError | null;
    finished: { completedAt: number; cues: number; tooLong: number; outdated: boolean } | null;
  };

export type StoredCue = Omit<
  Row<'translatedCues'>,
  'transcriptionId' | 'language' | 'draft' | 'idx' | 'tooLong'
> & { index: number; tooLong: boolean };

type TranslationRow = Row<'translations'>;

/** Subtitles in other languages, and the queue of those to be made, which survives restarts. */
export function createTranslationRepository(db: Database) {
  const one = ({ id, language }: TranslationKey, from: Database = db) =>
    from
      .selectFrom('translations')
      .selectAll()
      .where(({ and }) => and({ transcriptionId: id, language }));
  const of = (key: TranslationKey) => one(key).executeTakeFirst();
  /** The row stays as it is until the transaction ends. */
  const locked = (trx: Database, key: TranslationKey) =>
    dialectOf(db).locked(one(key, trx)).executeTakeFirst();

  /** Runs only while the request and its attempt are still the current ones; returns false otherwise. */
  const during = (work: Translating, run: (trx: Database, row: TranslationRow) => Promise<void>) =>
    db.transaction().execute(async (trx): Promise<boolean> => {
      const row = await locked(trx, work);
      if (row?.request !== work.request || row.attempts !== work.attempts) return false;
      if (row.status !== 'translating') return false;
      await run(trx, row);
      return true;
    });

  /** Returns what is left, and undefined if there was none. */
  const end = (
    key: TranslationKey,
    { keepsFinished }: { keepsFinished: boolean },
  ): Promise<StoredTranslation | null | undefined> =>
    db.transaction().execute(async (trx) => {
      const row = await locked(trx, key);
      if (!row) return undefined;
      if (row.status === 'completed' && keepsFinished) return toStored(trx, row);
      if (row.status !== 'completed' && row.completedAt !== null) {
        await removeCues(trx, key, 1);
        const before = { status: 'completed' as const, progress: 1, error: null };
        await update(trx, key, before);
        return toStored(trx, { ...row, ...before });
      }
      await trx
        .deleteFrom('translations')
        .where(({ and }) => and({ transcriptionId: key.id, language: key.language }))
        .execute();
      return null;
    });

  return {
    /** In the order of the requests. */
    async list(id: string): Promise<StoredTranslation[]> {
      const rows = await db
        .selectFrom('translations')
        .selectAll()
        .where('transcriptionId', '=', id)
        .orderBy('createdAt')
        .orderBy('language')
        .execute();
      return Promise.all(rows.map((row) => toStored(db, row)));
    },

    async find(key: TranslationKey): Promise<StoredTranslation | null> {
      const row = await of(key);
      return row ? toStored(db, row) : null;
    },

    /** The finished cues, in chronological order. */
    cues: (key: TranslationKey): Promise<StoredCue[]> => readCues(db, key, 0),

    /**
     * Queues a translation, unless it is in progress. What an earlier request left is continued, and of an outdated one
     * only the changed cues are translated; both only with the same model. @throws not_found
     */
    request: (key: TranslationKey, made: { request: string; model: string; at: number }) =>
      inRevision(db, key.id, null, async (trx): Promise<void> => {
        const row = await locked(trx, key);
        if (row?.status === 'queued' || row?.status === 'translating') return;
        const again = row?.model === made.model;
        if (row && !(again && row.status === 'failed')) await removeCues(trx, key, 1);
        if (row && again && row.status === 'completed' && row.edits > row.madeOf) {
          await copyToDraft(trx, key);
        }
        const { request, model, at: createdAt } = made;
        const unbegun = { status: 'queued' as const, attempts: 0, progress: 0, error: null };
        const fresh = { request, model, createdAt, ...unbegun };
        await trx
          .insertInto('translations')
          .values({ transcriptionId: key.id, language: key.language, ...fresh })
          .onConflict((conflict) =>
            conflict.columns(['transcriptionId', 'language']).doUpdateSet(fresh),
          )
          .execute();
      }),

    /** Claims the one that has waited longest, or was interrupted. The caller runs one at a time. */
    async claim(): Promise<(Translating & { exhausted: boolean }) | null> {
      const next = await db
        .selectFrom('translations')
        .selectAll()
        .where('status', 'in', ['queued', 'translating'])
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst();
      if (!next) return null;
      const { transcriptionId: id, language, request, model, attempts } = next;
      const claimed = await db
        .updateTable('translations')
        .set({ status: 'translating', attempts: attempts + 1 })
        .where(({ and }) => and({ transcriptionId: id, language, request }))
        .executeTakeFirst();
      if (claimed.numUpdatedRows === 0n) return null;
      return {
        ...{ id, language, request, model },
        attempts: attempts + 1,
        exhausted: attempts >= MAX_ATTEMPTS,
      };
    },

    /** Returns it to the queue as if the attempt had not started. */
    release: (work: Translating): Promise<boolean> =>
      during(work, async (trx, row) => {
        await update(trx, work, { status: 'queued', attempts: row.attempts - 1 });
      }),

    /** How often the text was edited since the first request: read before the text. */
    async edits(key: TranslationKey): Promise<number> {
      return (await of(key))?.edits ?? 0;
    },

    draft: (key: TranslationKey): Promise<StoredCue[]> => readCues(db, key, 1),

    /** Replaces the unfinished cues, when the work begins. Returns false for an earlier request. */
    begin: (work: Translating, kept: readonly StoredCue[]): Promise<boolean> =>
      during(work, async (trx) => {
        await removeCues(trx, work, 1);
        await insertCues(trx, work, kept);
      }),

    /** Adds cues to the unfinished ones. Returns false for an earlier request. */
    store: (work: Translating, cues: readonly StoredCue[], progress: number): Promise<boolean> =>
      during(work, async (trx) => {
        await insertCues(trx, work, cues);
        await update(trx, work, { progress });
      }),

    /** The new cues replace the previous ones. */
    finish: (work: Translating, { at, edits }: { at: number; edits: number }): Promise<boolean> =>
      during(work, async (trx) => {
        await removeCues(trx, work, 0);
        await trx
          .updateTable('translatedCues')
          .set({ draft: 0 })
          .where(({ and }) => and({ transcriptionId: work.id, language: work.language }))
          .execute();
        const done = { status: 'completed' as const, progress: 1, error: null };
        await update(trx, work, { ...done, completedAt: at, madeOf: edits });
      }),

    fail: (work: Translating, error: TranscriptionError): Promise<boolean> =>
      during(work, async (trx) => {
        await update(trx, work, { status: 'failed', error: JSON.stringify(error) });
      }),

    /** Stops one in progress or failed: what was finished before stays, and so does one that is finished. */
    cancel: (key: TranslationKey) => end(key, { keepsFinished: true }),

    /** The same, but removes one that is finished. */
    remove: (key: TranslationKey) => end(key, { keepsFinished: false }),
  };
}

async function update(
  trx: Database,
  { id, language }: TranslationKey,
  change: Partial<TranslationRow>,
): Promise<void> {
  await trx
    .updateTable('translations')
    .set(change)
    .where(({ and }) => and({ transcriptionId: id, language }))
    .execute();
}

async function toStored(db: Database, row: TranslationRow): Promise<StoredTranslation> {
  const { transcriptionId: id, language, status, progress, model, error, createdAt } = row;
  return {
    ...{ id, language, status, progress, model, createdAt },
    error: error === null ? null : TranscriptionError.parse(JSON.parse(error)),
    finished:
      row.completedAt === null
        ? null
        : {
            completedAt: row.completedAt,
            ...(await countCues(db, { id, language })),
            outdated: row.edits > row.madeOf,
          },
  };
}

async function countCues(db: Database, key: TranslationKey) {
  const row = await cuesOf(db, key, 0)
    .select(({ fn }) => [
      fn.countAll<number>().as('cues'),
      fn.sum<number | null>('tooLong').as('long'),
    ])
    .executeTakeFirstOrThrow();
  return { cues: row.cues, tooLong: row.long ?? 0 };
}

function cuesOf(db: Database, { id, language }: TranslationKey, draft: 0 | 1) {
  return db
    .selectFrom('translatedCues')
    .where(({ and }) => and({ transcriptionId: id, language, draft }));
}

async function readCues(db: Database, key: TranslationKey, draft: 0 | 1): Promise<StoredCue[]> {
  const rows = await cuesOf(db, key, draft).selectAll().orderBy('idx').execute();
  return rows.map(({ transcriptionId: _id, language: _language, draft: _draft, idx, ...cue }) => ({
    ...cue,
    index: idx,
    tooLong: cue.tooLong === 1,
  }));
}

async function removeCues(db: Database, key: TranslationKey, draft: 0 | 1): Promise<void> {
  await db
    .deleteFrom('translatedCues')
    .where(({ and }) => and({ transcriptionId: key.id, language: key.language, draft }))
    .execute();
}

async function insertCues(
  db: Database,
  { id, language }: TranslationKey,
  cues: readonly StoredCue[],
): Promise<void> {
  for (const some of batches(cues)) {
    const rows = some.map(({ index: idx, startMs, endMs, saidMs, original, text, tooLong }) => ({
      ...{ transcriptionId: id, language, draft: 1, idx },
      ...{ startMs, endMs, saidMs, original, text, tooLong: tooLong ? 1 : 0 },
    }));
    await db.insertInto('translatedCues').values(rows).execute();
  }
}

async function copyToDraft(db: Database, key: TranslationKey): Promise<void> {
  await insertCues(db, key, await readCues(db, key, 0));
}
