import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { casefold } from '../../../shared/casefold.ts';
import type { TranscriptionStatus } from '../../../shared/transcription/transcription.ts';
import type { TranscriptionSort } from '../../../shared/transcription/transcription-list.ts';
import type { Database } from '../database.ts';
import { seenIn, type View } from '../row-visibility.ts';
import { dialectOf, type SqlDialect } from '../sql-dialect.ts';
import { type Job, toJob } from './job.ts';

/** Where a page ended: the sort key of its last row, and that row's unique number. */
export type ListPlace = { key: string | number; seq: number };

export type ListFilter = {
  view: View;
  limit: number;
  sort: TranscriptionSort;
  after: ListPlace | null;
  conditions: RecordingConditions;
  /** Those in the trash, or all others. */
  trash: boolean;
  /** Part of the title, of the recording's own title, or of the URL. */
  text?: string | undefined;
  /** Only versions of this recording. */
  recordingId?: string | undefined;
  /** Only the representative version of each recording. */
  onePerRecording: boolean;
  /** Only those that are over and lack parts that could not be made out. */
  lacksParts: boolean;
};

/** The filters of a list of recordings. */
export type RecordingConditions = {
  statuses?: readonly TranscriptionStatus[] | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  favorite?: boolean | undefined;
  /** `null`: in none. */
  projectId?: string | null | undefined;
};

type Order = { key: RawBuilder<string | number>; direction: 'asc' | 'desc' };

/** The part after the last slash of the URL, shown while a recording has no title. */
const LAST_PART = sql`replace(source_url, rtrim(source_url, replace(source_url, '/', '')), '')`;
/** Truncated to the length a cursor may carry. */
const TITLE = sql<string>`substr(fold(COALESCE(given_title, source_title, ${LAST_PART})), 1, 200)`;
const ORDERS: Record<TranscriptionSort, Order> = {
  newest: { key: sql`seq`, direction: 'desc' },
  oldest: { key: sql`seq`, direction: 'asc' },
  title: { key: TITLE, direction: 'asc' },
  longest: { key: sql`COALESCE(duration_ms, -1)`, direction: 'desc' },
};

/** What is completed says so itself, so that few windows are looked at. */
const LACKS_PARTS = sql<boolean>`(
  (status = 'failed' OR (status = 'completed' AND warnings LIKE '%"part_failed"%'))
  AND EXISTS (SELECT 1 FROM windows WHERE transcription_id = transcriptions.id AND failed = 1))`;

/** A page of transcriptions; the next page continues after its last row, even if rows were added meanwhile. */
export async function listTranscriptions(
  db: Database,
  filter: ListFilter,
): Promise<{ job: Job; place: ListPlace }[]> {
  const dialect = dialectOf(db);
  const { key, direction } = ORDERS[filter.sort];
  let query = db
    .selectFrom('transcriptions')
    .selectAll()
    .select(key.as('sortKey'))
    .where(seenIn(filter.view, 'transcriptions'))
    .orderBy(key, direction)
    .orderBy('seq', direction)
    .limit(filter.limit);
  if (filter.after) {
    const { after } = filter;
    const compare = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${key}, seq) ${compare} (${after.key}, ${after.seq})`);
  }
  query = query
    .where(sql<boolean>`trashed_at IS ${sql.raw(filter.trash ? 'NOT NULL' : 'NULL')}`)
    .where(meets(filter.conditions, 'transcriptions', dialect));
  if (filter.text !== undefined) query = query.where(containsText(filter.text, dialect));
  if (filter.recordingId !== undefined) {
    query = query.where('recordingId', '=', filter.recordingId);
  }
  if (filter.onePerRecording) query = query.where(standsForRecording(filter.view, filter.trash));
  if (filter.lacksParts) query = query.where(LACKS_PARTS);
  const rows = await query.execute();
  return rows.map(({ sortKey, ...row }) => ({
    job: toJob(row),
    place: { key: sortKey, seq: row.seq },
  }));
}

/** The newest version that did not fail, else the newest, of those that are seen and not in the trash. */
function standsForRecording(view: View, trash: boolean) {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM transcriptions AS t
    WHERE t.recording_id = transcriptions.recording_id AND ${seenIn(view, 't')}
      AND t.trashed_at IS ${sql.raw(trash ? 'NOT NULL' : 'NULL')}
      AND (t.status != 'failed', t.seq) > (transcriptions.status != 'failed', transcriptions.seq))`;
}

/** The condition for rows of `transcriptions`, by the name that it has in the query. */
export function meets(
  {
    statuses,
    createdAfter,
    createdBefore,
    language,
    tag,
    favorite,
    projectId,
  }: RecordingConditions,
  table: 'transcriptions' | 't',
  dialect: SqlDialect,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const all = [
    sql`TRUE`,
    ...(statuses ? [sql`${column('status')} IN (${sql.join([...statuses])})`] : []),
    ...(createdAfter === undefined ? [] : [sql`${column('createdAt')} >= ${createdAfter}`]),
    ...(createdBefore === undefined ? [] : [sql`${column('createdAt')} < ${createdBefore}`]),
    ...(language === undefined ? [] : [sql`${column('language')} = ${language}`]),
    ...(favorite === undefined ? [] : [sql`${column('favorite')} = ${favorite ? 1 : 0}`]),
    ...(projectId === undefined ? [] : [isIn(column('projectId'), projectId)]),
    ...(tag === undefined
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM ${dialect.elements(`${table}.tags`)}
            WHERE fold(one.value) = ${casefold(tag)})`,
        ]),
  ];
  return sql<SqlBool>`(${sql.join(all, sql` AND `)})`;
}

const isIn = (column: RawBuilder<unknown>, projectId: string | null) =>
  projectId === null ? sql`${column} IS NULL` : sql`${column} = ${projectId}`;

/** Matches literally: the caller cannot use wildcards. */
function containsText(text: string, dialect: SqlDialect) {
  const part = casefold(text);
  // Who finds a part of a password has read it; the address of an upload, which all have in common, says nothing.
  const link = sql`CASE WHEN source_type = 'upload' THEN '' ELSE ${dialect.address('sourceUrl')} END`;
  const texts = [sql.ref('givenTitle'), sql.ref('sourceTitle'), link];
  const found = texts.map((text) => dialect.contains(text, part));
  return sql<boolean>`(${sql.join(found, sql` OR `)})`;
}

/** The languages of the finished recordings, by their codes. */
export async function transcribedLanguages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('transcriptions')
    .select('language')
    .distinct()
    .where(({ and }) => and({ status: 'completed', test: 0 }))
    .execute();
  return rows.flatMap(({ language }) => language ?? []);
}
