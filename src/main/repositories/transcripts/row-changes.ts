/** Row-by-row differences between two states of a transcript, which the history stores to go in either direction. */
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import type { SegmentRow } from '../tables.ts';

/** A segment's row without its position, which follows from its place in the list. */
const RowContent = z.object({
  startMs: z.int(),
  endMs: z.int(),
  text: z.string(),
  speaker: z.string(),
  language: z.string(),
  confidence: z.number(),
  words: z.string(),
  flags: z.string(),
  continues: z.int(),
  original: z.string().nullable(),
  paragraph: z.enum(['begins', 'continues']).nullable(),
});
type RowContent = z.infer<typeof RowContent>;

/** In one window: the rows removed from `at` on, and those added there. */
export const RowChange = z.object({
  window: z.int(),
  at: z.int(),
  removed: z.array(RowContent),
  added: z.array(RowContent),
});
export type RowChange = z.infer<typeof RowChange>;

const FIELDS = Object.keys(RowContent.shape) as (keyof RowContent)[];

/** All columns of a transcript's segments, in chronological order. */
export function readRows(db: Database, id: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('transcriptionId', '=', id)
    .orderBy('windowIdx')
    .orderBy('idx')
    .execute();
}

/** The changes from `before` to `after`, window by window. Unchanged rows should be the same objects. */
export function diffRows(before: readonly SegmentRow[], after: readonly SegmentRow[]): RowChange[] {
  const old = Map.groupBy(before, (row) => row.windowIdx);
  const fresh = Map.groupBy(after, (row) => row.windowIdx);
  const windows = [...new Set([...old.keys(), ...fresh.keys()])].toSorted((a, b) => a - b);
  return windows.flatMap((window) => {
    const [was, is] = [old.get(window) ?? [], fresh.get(window) ?? []];
    let at = 0;
    while (at < was.length && at < is.length && isSame(was[at], is[at])) at++;
    let same = 0;
    const shorter = Math.min(was.length, is.length);
    while (same < shorter - at && isSame(was.at(-1 - same), is.at(-1 - same))) same++;
    const removed = was.slice(at, was.length - same).map(toContent);
    const added = is.slice(at, is.length - same).map(toContent);
    return removed.length + added.length > 0 ? [{ window, at, removed, added }] : [];
  });
}

/** The inverse changes. */
export function reverse(changes: readonly RowChange[]): RowChange[] {
  return changes.map(({ removed, added, ...place }) => ({
    ...place,
    removed: added,
    added: removed,
  }));
}

/** Applies changes to rows. @throws edited_elsewhere if they are not the rows the changes were made for */
export function withChanges(
  rows: readonly SegmentRow[],
  changes: readonly RowChange[],
): SegmentRow[] {
  const byWindow = Map.groupBy(rows, (row) => row.windowIdx);
  for (const { window, at, removed, added } of changes) {
    const old = byWindow.get(window) ?? [];
    const gone = old.slice(at, at + removed.length);
    const isThere = (row: RowContent, index: number) => gone[index]?.startMs === row.startMs;
    if (!removed.every(isThere)) throw new AppError('edited_elsewhere');
    const place = { transcriptionId: rows[0]?.transcriptionId ?? '', windowIdx: window, idx: 0 };
    const fresh = added.map((row): SegmentRow => ({ ...place, ...row }));
    byWindow.set(window, old.toSpliced(at, removed.length, ...fresh));
  }
  const windows = [...byWindow.keys()].toSorted((a, b) => a - b);
  return windows.flatMap((window) => byWindow.get(window) ?? []);
}

/** Stores changes. Runs in a transaction. */
export async function storeChanges(
  trx: Database,
  id: string,
  changes: readonly RowChange[],
): Promise<void> {
  for (const change of changes) await storeChange(trx, id, change);
}

async function storeChange(trx: Database, id: string, change: RowChange): Promise<void> {
  const { window, at, removed, added } = change;
  if (removed.length === added.length) {
    for (const [index, row] of added.entries()) {
      await trx
        .updateTable('segments')
        .set(row)
        .where(({ and }) => and({ transcriptionId: id, windowIdx: window, idx: at + index }))
        .execute();
    }
    return;
  }
  // The search index follows inserted and deleted rows, but not rows that move.
  const behind = await trx
    .deleteFrom('segments')
    .where(({ and }) => and({ transcriptionId: id, windowIdx: window }))
    .where('idx', '>=', at)
    .returningAll()
    .execute();
  const kept = behind.filter(({ idx }) => idx >= at + removed.length);
  const rows = [...added, ...kept.toSorted((a, b) => a.idx - b.idx).map(toContent)];
  for (const [index, row] of rows.entries()) {
    await trx
      .insertInto('segments')
      .values({ ...row, transcriptionId: id, windowIdx: window, idx: at + index })
      .execute();
  }
}

function isSame(one: SegmentRow | undefined, other: SegmentRow | undefined): boolean {
  if (one === other) return true;
  return FIELDS.every((field) => one?.[field] === other?.[field]);
}

function toContent(row: SegmentRow): RowContent {
  const { transcriptionId: _id, windowIdx: _window, idx: _index, ...content } = row;
  return content;
}
