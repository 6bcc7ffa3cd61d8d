/**
 * Which database the services of tests use: SQLite, or in the project `postgres` a PostgreSQL database for each data
 * folder, so that the same tests say the same of both.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { queryPostgres } from './postgres.ts';

/** Set by on-postgres.ts. */
export const SERVER = 'STENO_TEST_POSTGRES';

/** The address of the database for a data folder, made if need be; null for SQLite. */
export async function databaseFor(dataDir: string): Promise<string | null> {
  const server = process.env[SERVER];
  if (!server) return null;
  const name = `steno_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const known = await queryPostgres(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
  if (known.length === 0) await queryPostgres(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Opens the database of a data folder that no service runs on. */
export async function openTestDatabase(dataDir: string): Promise<OpenDatabase> {
  const url = await databaseFor(dataDir);
  if (url === null) return openDatabase(dataDir);
  const database = createPostgresDatabase({ url });
  await database.open(dataDir);
  return database;
}

/** Runs SQL on the rows of a data folder from outside, whether or not a service runs; each `?` is a value. */
export async function runSql(
  dataDir: string,
  sql: string,
  ...values: unknown[]
): Promise<Record<string, unknown>[]> {
  const url = await databaseFor(dataDir);
  if (url !== null) {
    let at = 0;
    return queryPostgres(
      url,
      sql.replaceAll('?', () => `$${++at}`),
      values,
    );
  }
  const db = new BetterSqlite(join(dataDir, 'steno.db'));
  try {
    const statement = db.prepare(sql);
    if (statement.reader) return statement.all(...values) as Record<string, unknown>[];
    statement.run(...values);
    return [];
  } finally {
    db.close();
  }
}
