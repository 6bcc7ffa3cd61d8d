import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/main/repositories/database.ts';
import { createCommitGroup } from '../../../src/main/repositories/jobs/commit-group.ts';
import type { Tables } from '../../../src/main/repositories/tables.ts';

let statements: string[];
let db: Database;

beforeEach(async () => {
  statements = [];
  db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new BetterSqlite(':memory:') }),
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  await sql`PRAGMA foreign_keys = ON`.execute(db);
  await sql`CREATE TABLE numbers (n INTEGER PRIMARY KEY, parent INTEGER
    REFERENCES numbers(n) DEFERRABLE INITIALLY DEFERRED)`.execute(db);
});
afterEach(() => db.destroy());

const add =
  (n: number, parent: number | null = null) =>
  async (trx: Database) => {
    await sql`INSERT INTO numbers VALUES (${n}, ${parent})`.execute(trx);
    return n;
  };

async function numbers(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`SELECT n FROM numbers ORDER BY n`.execute(db);
  return rows.map(({ n }) => n);
}

test('what comes together is stored by one commit', async () => {
  const group = createCommitGroup(db);
  const results = await Promise.all([group(add(1)), group(add(2)), group(add(3))]);
  expect(results).toEqual([1, 2, 3]);
  expect(await numbers()).toEqual([1, 2, 3]);
  expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
});

test('each sees what those before it did', async () => {
  const group = createCommitGroup(db);
  const count = async (trx: Database) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM numbers`.execute(trx);
    return rows[0]?.n;
  };
  expect(await Promise.all([group(count), group(add(1)), group(count)])).toEqual([0, 1, 1]);
});

test('one that throws leaves nothing behind, and the others are stored', async () => {
  const group = createCommitGroup(db);
  const broken = group(async (trx) => {
    await add(2)(trx);
    throw new Error('no');
  });
  const outcomes = await Promise.allSettled([group(add(1)), broken, group(add(3))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await numbers()).toEqual([1, 3]);
});

test('no caller is told of success when the commit fails, and the next group works', async () => {
  const group = createCommitGroup(db);
  const outcomes = await Promise.allSettled([group(add(1)), group(add(2, 99))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await numbers()).toEqual([]);
  expect(await group(add(3))).toBe(3);
  expect(await numbers()).toEqual([3]);
});
