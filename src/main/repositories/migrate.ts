import type { Database as Sqlite } from 'better-sqlite3';
import { AppError } from '../core/errors.ts';
import { failpoint } from '../core/failpoint.ts';
import { SQLITE_MIGRATIONS } from './migrations/migrations.ts';

/** The application_id in the header of our databases: "STEN". */
export const APPLICATION_ID = 0x5354454e;

/** The version of an open database; 0 if it is empty. @throws database_newer, database_foreign */
export function schemaVersion(sqlite: Sqlite, migrations = SQLITE_MIGRATIONS): number {
  const version = Number(sqlite.pragma('user_version', { simple: true }));
  const tables = sqlite.prepare('SELECT COUNT(*) FROM sqlite_schema').pluck().get();
  if (tables === 0) return 0;
  if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new AppError('database_foreign');
  }
  if (version > migrations.length) throw new AppError('database_newer');
  return version;
}

/** Migrates the database to the current version, each step in its own transaction. */
export function migrate(sqlite: Sqlite, migrations: readonly string[]): void {
  const version = schemaVersion(sqlite, migrations);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    sqlite.transaction(() => {
      sqlite.exec(migration);
      sqlite.pragma(`application_id = ${APPLICATION_ID}`);
      sqlite.pragma(`user_version = ${index + 1}`);
      failpoint('schema.changing');
    })();
  }
}
