/** Reads the rows of a data folder from outside, while a service runs on it or after it has died. */
import { join } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';

const Row = z.object({
  status: z.string(),
  crashes: z.number(),
  epoch: z.number(),
  windows: z.number(),
  windowsDone: z.number(),
  segments: z.number(),
});
type StoredRow = z.infer<typeof Row>;

/** A transcription's row and how many rows of others belong to it; null when it is not there. */
export function storedRow(dataDir: string, id: string): StoredRow | null {
  return queryRows(dataDir, (db) => {
    const row = db
      .prepare(
        `SELECT status, crashes, epoch,
           (SELECT COUNT(*) FROM windows WHERE transcription_id = t.id) AS windows,
           (SELECT COUNT(*) FROM windows WHERE transcription_id = t.id AND done) AS windowsDone,
           (SELECT COUNT(*) FROM segments WHERE transcription_id = t.id) AS segments
         FROM transcriptions t WHERE id = ?`,
      )
      .get(id);
    return row === undefined ? null : Row.parse(row);
  });
}

/** The windows of a transcription that are still to be transcribed, in order. */
export function openWindows(dataDir: string, id: string): number[] {
  return queryRows(dataDir, (db) => {
    const open = db
      .prepare('SELECT idx FROM windows WHERE transcription_id = ? AND NOT done ORDER BY idx')
      .pluck();
    return z.array(z.number()).parse(open.all(id));
  });
}

/** How many rows a table has. */
export function countRows(dataDir: string, table: 'windows' | 'segments' | 'files'): number {
  return queryRows(dataDir, (db) =>
    Number(db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get()),
  );
}

function queryRows<Found>(dataDir: string, query: (db: Database) => Found): Found {
  const db = new BetterSqlite(join(dataDir, 'steno.db'), { readonly: true });
  try {
    return query(db);
  } finally {
    db.close();
  }
}

/** A whole, closed database of this version, changed as the test likes. */
export async function makeDatabase(dataDir: string, change: (db: Database) => void): Promise<void> {
  await openDatabase(dataDir).close();
  const db = new BetterSqlite(join(dataDir, 'steno.db'));
  change(db);
  db.close();
}
