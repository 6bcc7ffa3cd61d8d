import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database as Sqlite } from 'better-sqlite3';
import { Kysely } from 'kysely';
import { casefold } from '../../shared/casefold.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { fileMark } from '../core/data-folder-watch.ts';
import { endIfSyncFailed } from '../core/durable-files.ts';
import { AppError } from '../core/errors.ts';
import { failpoint } from '../core/failpoint.ts';
import { newToken } from '../core/ids.ts';
import { CREDENTIALS } from '../core/url-credentials.ts';
import type { OpenDatabase } from './database.ts';
import { backUp } from './folder/backups.ts';
import {
  DATABASE,
  type FolderNote,
  LOCK,
  lockFolder,
  onSqlite,
  ownFile,
  readNote,
  writeNote,
} from './folder/data-folder.ts';
import { checkDatabase, explain, idIn, refuseLost } from './folder/startup-checks.ts';
import { isWalDamaged } from './folder/wal-check.ts';
import { migrate } from './migrate.ts';
import { SQLITE_MIGRATIONS } from './migrations/migrations.ts';
import { PLUGINS } from './sql-dialect.ts';
import { createSqliteDialect, type SqliteFile, shareFile } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

/** How long a request waits for another program that writes to the database. */
const WAIT_MS = 10_000;

/** The database of a data folder, opened later. */
export function createDatabase({
  clock = systemClock,
  migrations = SQLITE_MIGRATIONS,
}: {
  clock?: Clock;
  migrations?: readonly string[];
} = {}): OpenDatabase & { open(folder: string): void } {
  let opened: Opened | null = null;
  const stopping = new AbortController();
  const file = (): SqliteFile => {
    if (!opened) throw new Error('The database is not open.');
    return opened.file;
  };
  const withPatience = (waitMs: number) =>
    new Kysely<Tables>({
      dialect: createSqliteDialect(file, { waitMs, signal: stopping.signal, clock }),
      plugins: PLUGINS,
    });
  return {
    db: withPatience(WAIT_MS),
    patient: withPatience(Number.POSITIVE_INFINITY),
    open(folder: string): void {
      opened ??= openFile(folder, { clock, migrations });
    },
    async checkpoint(): Promise<void> {
      // SQLite refuses it while a transaction is open on the connection.
      using _turn = await file().mutex.take();
      try {
        file().sqlite.pragma('wal_checkpoint(TRUNCATE)');
      } catch (error) {
        endIfSyncFailed(error);
        throw error;
      }
    },
    mark: () => opened?.file.mark ?? null,
    hurry: () => stopping.abort(),
    async close(): Promise<void> {
      if (!opened) return;
      using _turn = await opened.file.mutex.take();
      opened.close();
      opened = null;
    },
  };
}

/** Opens a database immediately. @throws as `createDatabase(…).open` */
export function openDatabase(
  folder: string,
  options: Parameters<typeof createDatabase>[0] = {},
): OpenDatabase {
  const database = createDatabase(options);
  database.open(folder);
  return database;
}

type Opened = { file: SqliteFile; close(): void };

const elsewhere = (folder: string) =>
  `The data folder ${folder} belongs to a database in PostgreSQL. Name it with --database, or choose another folder with --data.`;

/**
 * Opens the database of a data folder and holds an exclusive lock on `lock.db` while it is open; the kernel releases
 * that lock even after SIGKILL. Nothing is written until all checks have passed.
 * @throws data_not_writable, data_folder_foreign, already_running, database_damaged, database_newer, database_foreign,
 *   database_missing, database_log_missing, database_behind, database_busy
 */
function openFile(
  folder: string,
  { clock, migrations }: { clock: Clock; migrations: readonly string[] },
): Opened {
  const { note, lock } = lockFolder(folder);
  try {
    failpoint('folder.locked');
    refuseLost(folder, note);
    if (note.postgres) throw new AppError('database_unusable', { message: elsewhere(folder) });
    const isDamaged = note.open && isWalDamaged(folder, clock.now());
    const known: FolderNote = isDamaged ? { ...note, behind: 'log' } : note;
    const { sqlite, opened } = openSqlite(folder, known, { clock, migrations });
    failpoint('folder.opened');
    const mark = fileMark(join(folder, LOCK));
    return {
      file: shareFile(sqlite, mark),
      close(): void {
        // The folder may have been moved or removed meanwhile, and another one be in its place.
        if (mark.isThereNow()) writeNote(folder, { ...(readNote(folder) ?? opened), open: false });
        sqlite.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw explain(error, folder);
  }
}

function openSqlite(
  folder: string,
  note: FolderNote,
  { clock, migrations }: { clock: Clock; migrations: readonly string[] },
): { sqlite: Sqlite; opened: FolderNote } {
  const path = ownFile(folder, DATABASE);
  // Closed by one who may not write, a log that a killed service has left stays as it is.
  const version = onSqlite(path, { readonly: true }, (it) =>
    checkDatabase(it, folder, note, migrations),
  );
  const sqlite = new BetterSqlite(path);
  try {
    prepare(sqlite, { folder, version, migrations, clock });
    const opened = identify(sqlite, note, clock.now());
    // From here on a missing log means a lost one: it contains the row just written.
    writeNote(folder, opened);
    return { sqlite, opened };
  } catch (error) {
    sqlite.close();
    // SQLite has folded the log into the database: for the next start it is not a lost one.
    if (note.open && !existsSync(`${path}-wal`)) writeNote(folder, { ...note, open: false });
    throw error;
  }
}

/** synchronous = FULL, because a committed row must survive a power failure, which WAL's default does not guarantee. */
function prepare(
  sqlite: Sqlite,
  {
    folder,
    version,
    migrations,
    clock,
  }: { folder: string; version: number; migrations: readonly string[]; clock: Clock },
): void {
  const before = version > 0 && version < migrations.length ? backUp(folder, clock.now()) : null;
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('fullfsync = 1');
  sqlite.pragma('foreign_keys = ON');
  // Overwrites deleted content instead of only unlinking it.
  sqlite.pragma('secure_delete = ON');
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : casefold(String(text)),
  );
  sqlite.function('without_credentials', { deterministic: true }, (url) =>
    String(url).replace(CREDENTIALS, '$1'),
  );
  migrate(sqlite, migrations);
  failpoint('schema.changed');
  if (before) {
    const { name, createdAt } = before;
    sqlite.prepare('INSERT OR IGNORE INTO backups VALUES (?, ?)').run(name, createdAt);
  }
  // The schema must not exist in the log alone: a database that lost its log must not look like a new
  // one.
  if (version < migrations.length) sqlite.pragma('wal_checkpoint(TRUNCATE)');
}

/** Gives the database and the folder's note the same id. */
function identify(sqlite: Sqlite, note: FolderNote, now: number): FolderNote {
  const id = idIn(sqlite) ?? note.id ?? newToken();
  sqlite.transaction(() => {
    sqlite.exec('DELETE FROM data_folder');
    sqlite.prepare('INSERT INTO data_folder VALUES (?, ?)').run(id, now);
  })();
  return { ...note, id, database: true, open: true };
}
