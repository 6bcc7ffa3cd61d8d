import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database as Sqlite } from 'better-sqlite3';
import { type Dialect, type Driver, Kysely, SqliteDialect } from 'kysely';
import { fold } from '../../shared/fold.ts';
import { AppError, isNodeError } from '../errors.ts';
import { migrate } from './migrate.ts';
import { keepStatements } from './statement-cache.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type OpenDatabase = { db: Database; close(): Promise<void> };

/**
 * Opens the one database of a data folder and holds an exclusive lock on `lock.db` for as long as it is open;
 * the kernel frees that lock even after SIGKILL.
 * @throws data_not_writable, already_running, database_damaged, database_newer
 */
export function openDatabase(folder: string): OpenDatabase {
  const lock = lockFolder(folder);
  try {
    const sqlite = new BetterSqlite(ownFile(folder, 'steno.db'));
    prepare(sqlite);
    const db = new Kysely<Tables>({ dialect: createDialect(sqlite) });
    return {
      db,
      close: async () => {
        await db.destroy();
        // Kysely leaves a connection open that it never used.
        sqlite.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw isDamage(error) ? new AppError('database_damaged', { cause: error }) : error;
  }
}

/** On a full disk SQLite rolls back by itself; rolling back again would fail, and hide that the disk is full. */
function createDialect(sqlite: Sqlite): Dialect {
  const dialect = new SqliteDialect({ database: keepStatements(sqlite) });
  const createDriver = (): Driver => {
    const driver = dialect.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection) => {
      if (sqlite.inTransaction) await rollback(connection);
    };
    return driver;
  };
  return {
    createDriver,
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function lockFolder(folder: string): Sqlite {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = new BetterSqlite(ownFile(folder, 'lock.db'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    if (isNodeError(error) && error.code?.startsWith('SQLITE_BUSY')) {
      throw new AppError('already_running', { cause: error });
    }
    throw new AppError('data_not_writable', {
      message: `The data folder ${folder} cannot be written. Choose another with --data.`,
      cause: error,
    });
  }
}

/** A new file is its owner's alone, also in a folder that others may read; SQLite's files beside it follow. */
function ownFile(folder: string, name: string): string {
  const path = join(folder, name);
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

/** FULL, because a committed row must survive a power cut and WAL's default would not promise that. */
function prepare(sqlite: Sqlite): void {
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('fullfsync = 1');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : fold(String(text)),
  );
  if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') {
    throw new AppError('database_damaged');
  }
  migrate(sqlite);
}

function isDamage(error: unknown): boolean {
  return isNodeError(error) && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT');
}
