/** A transaction that can neither be stored nor taken back. */
import BetterSqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSqliteDialect, shareFile } from '../../../src/main/repositories/sqlite-driver.ts';
import type { Tables } from '../../../src/main/repositories/tables.ts';

/** A disk that fails with every end of a transaction, once it is told to. */
class FailingDatabase extends BetterSqlite {
  fails = false;
  override exec(command: string): this {
    if (this.fails && /^(?:COMMIT|ROLLBACK)$/.test(command)) throw new Error('disk I/O error');
    return super.exec(command);
  }
}

test('gives its turn to the next one, and is taken back before anything else is stored', async () => {
  const sqlite = new FailingDatabase(':memory:');
  const file = shareFile(sqlite, {
    isThere: async () => true,
    isThereNow: () => true,
  });
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(() => file, { waitMs: 0 }) });
  await sql`CREATE TABLE numbers (n INTEGER)`.execute(db);
  sqlite.fails = true;
  const stored = db
    .transaction()
    .execute((trx) => sql`INSERT INTO numbers VALUES (1)`.execute(trx));
  await expect(stored).rejects.toThrow('disk I/O error');
  await expect(sql`INSERT INTO numbers VALUES (2)`.execute(db)).rejects.toThrow('disk I/O error');
  sqlite.fails = false;
  await sql`INSERT INTO numbers VALUES (3)`.execute(db);
  const { rows } = await sql`SELECT n FROM numbers`.execute(db);
  expect(rows).toEqual([{ n: 3 }]);
  await db.destroy();
  sqlite.close();
});
