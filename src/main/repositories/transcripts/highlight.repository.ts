import { HighlightColor } from '../../../shared/highlights/highlight.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import type { Database } from '../database.ts';
import type { Row } from '../tables.ts';
import { inRevision } from './revision.ts';
import { readSegments, readSegmentsWithin, type StoredSegment } from './stored-segments.ts';

export type StoredHighlight = Omit<Row<'highlights'>, 'color'> & { color: HighlightColor };

export type NewHighlight = Omit<StoredHighlight, 'revision' | 'updatedAt'>;
export type HighlightChange = Partial<Pick<StoredHighlight, 'color' | 'comment'>>;
type Version = { id: string; recordingId: string };
/** A highlight as one knows it: where another has changed it meanwhile, it is left as it is. */
type KnownHighlight = { id: string; recordingId: string; revision?: number | undefined };

/** Words that people have marked, with their comments. */
export function createHighlightRepository(db: Database) {
  const find = async ({ id, recordingId }: KnownHighlight): Promise<StoredHighlight | null> => {
    const row = await db
      .selectFrom('highlights')
      .selectAll()
      .where(({ and }) => and({ id, recordingId }))
      .executeTakeFirst();
    return row ? toHighlight(row) : null;
  };

  return {
    find,

    /** Those of a recording, in order of time. */
    async list(recordingId: string): Promise<StoredHighlight[]> {
      const rows = await db
        .selectFrom('highlights')
        .selectAll()
        .where('recordingId', '=', recordingId)
        .orderBy('startMs')
        .orderBy('endMs')
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map(toHighlight);
    },

    /** The segments of a version that a span touches, or all of them. */
    segments: ({ id }: Version, span?: TimeSpan): Promise<StoredSegment[]> =>
      span ? readSegmentsWithin(db, id, span) : readSegments(db, id),

    /**
     * Adds what `make` makes of the segments that the span touches, while none of them changes; it is told how many
     * highlights there are, and may throw. @throws not_found
     */
    add: (
      { id, recordingId }: Version,
      span: TimeSpan,
      make: (segments: readonly StoredSegment[], count: number) => NewHighlight,
    ): Promise<StoredHighlight> =>
      inRevision(db, id, null, async (trx) => {
        const { count } = await trx
          .selectFrom('highlights')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('recordingId', '=', recordingId)
          .executeTakeFirstOrThrow();
        const made = make(await readSegmentsWithin(trx, id, span), count);
        const row = await trx
          .insertInto('highlights')
          .values({ ...made, updatedAt: made.createdAt })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toHighlight(row);
      }),

    /** Null if it is gone, or was changed since this revision. */
    async change(
      { id, recordingId, revision = 0 }: KnownHighlight,
      change: HighlightChange,
      at: number,
    ): Promise<StoredHighlight | null> {
      const row = await db
        .updateTable('highlights')
        .set({ ...change, revision: revision + 1, updatedAt: at })
        .where(({ and }) => and({ id, recordingId, revision }))
        .returningAll()
        .executeTakeFirst();
      return row ? toHighlight(row) : null;
    },

    /** Whether it was there, unchanged since the revision if one is given. */
    async remove({ id, recordingId, revision }: KnownHighlight): Promise<boolean> {
      let query = db.deleteFrom('highlights').where(({ and }) => and({ id, recordingId }));
      if (revision !== undefined) query = query.where('revision', '=', revision);
      return (await query.returning('id').executeTakeFirst()) !== undefined;
    },
  };
}

function toHighlight(row: Row<'highlights'>): StoredHighlight {
  return { ...row, color: HighlightColor.parse(row.color) };
}
