/** What a power cut may take and what a deletion leaves is set on the connection that is used, so it is asked there. */
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await makeTempFolder();
  database = openDatabase(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test.each<[pragma: string, value: string | number, why: string]>([
  ['journal_mode', 'wal', 'what was committed is in a log of its own'],
  ['synchronous', 2, 'a commit is on the disk, not only on its way there'],
  ['fullfsync', 1, 'on macOS too'],
  ['secure_delete', 1, 'what is deleted is overwritten'],
  ['foreign_keys', 1, 'what belongs to something goes with it'],
  ['busy_timeout', 0, 'waiting for another program holds up nobody else'],
])('%s is %s: %s', async (pragma, value, _why) => {
  for (const db of [database.db, database.patient]) {
    const { rows } = await sql<Record<string, unknown>>`PRAGMA ${sql.raw(pragma)}`.execute(db);
    expect(Object.values(rows[0] ?? {})).toEqual([value]);
  }
});

test('SQLite is one without the race that could corrupt a log (3.51.3 or newer)', async () => {
  const { rows } = await sql<{ version: string }>`SELECT sqlite_version() AS version`.execute(
    database.db,
  );
  const [major = 0, minor = 0, patch = 0] = (rows[0]?.version ?? '').split('.').map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
});
