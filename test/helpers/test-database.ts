/**
 * Which database the services of tests use: SQLite, or in the project `postgres` a PostgreSQL database for each data
 * folder, so that the same tests say the same of both.
 */
import { createHash } from 'node:crypto';
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
