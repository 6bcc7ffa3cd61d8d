import type { Database as Sqlite } from 'better-sqlite3';
import { AppError } from '../core/errors.ts';
import { failpoint } from '../core/failpoint.ts';
import { callers } from './migrations/0001-callers.ts';
import { initial } from './migrations/0001-initial.ts';
import { search } from './migrations/0001-search.ts';
import { triggers } from './migrations/0001-triggers.ts';
import { nodes } from './migrations/0002-nodes.ts';
import { queue } from './migrations/0003-queue.ts';
import { projects } from './migrations/0004-projects.ts';
import { highlights, highlightTriggers } from './migrations/0005-highlights.ts';
import { steps } from './migrations/0006-steps.ts';
import { textThatStays } from './migrations/0007-text-that-stays.ts';
import { workerKeys } from './migrations/0008-worker-keys.ts';
import { tasks } from './migrations/0009-tasks.ts';
import { windowTasks } from './migrations/0010-windows.ts';
import { services } from './migrations/0012-services.ts';

/** In order and permanent: a released migration never changes. */
export const MIGRATIONS: readonly string[] = [
  initial + callers + search + triggers,
  nodes,
  queue,
  projects,
  highlights + highlightTriggers,
  steps,
  textThatStays,
  workerKeys,
  tasks,
  windowTasks,
  services,
];

/** The application_id in the header of our databases: "STEN". */
export const APPLICATION_ID = 0x5354454e;

/** The version of an open database; 0 if it is empty. @throws database_newer, database_foreign */
export function schemaVersion(sqlite: Sqlite, migrations = MIGRATIONS): number {
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
