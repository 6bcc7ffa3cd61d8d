/** A newer Steno is killed while it changes the tables of an older one: all of the change is there, or none. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Failpoint } from '../../../src/main/core/failpoint.ts';
import { listBackups } from '../../../src/main/repositories/folder/backups.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { SQLITE_MIGRATIONS } from '../../../src/main/repositories/migrations/migrations.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { strikeEnvironment } from '../../helpers/faults/strike.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { makeDatabase } from '../../helpers/harness/stored-rows.ts';

/** As a text of JavaScript's: the folder may be called anything. */
const source = (path: string) =>
  JSON.stringify(new URL(`../../../src/main/repositories/${path}`, import.meta.url).href);
const NEXT = 'CREATE TABLE more (id TEXT) STRICT; ALTER TABLE transcriptions ADD COLUMN more TEXT;';
const OPEN = `
  const { openDatabase } = await import(${source('sqlite-database.ts')});
  const { SQLITE_MIGRATIONS } = await import(${source('migrations/migrations.ts')});
  openDatabase(process.argv[1], { migrations: [...SQLITE_MIGRATIONS, '${NEXT}'] });
`;

test.each<[at: Failpoint, changed: string]>([
  ['schema.changing', 'none of it'],
  ['schema.changed', 'all of it'],
])('killed at %s: %s', async (at, changed) => {
  const own = await makeTempFolder();
  const folder = join(own, 'data');
  const before = openDatabase(folder);
  const same = { idempotency: null, reuse: null };
  await createTranscriptionRepository(before.db).insert(newJob({ id: 'before' }), same);
  await before.close();

  const strike = { at, hit: 1, action: 'kill' } as const;
  const env = { ...process.env, ...strikeEnvironment(strike, join(own, 'reached.log')) };
  const open = () => execFileSync(process.execPath, ['-e', OPEN, folder], { env, stdio: 'pipe' });
  expect(open).toThrow(expect.objectContaining({ signal: 'SIGKILL' }));
  expect(listBackups(folder)).toHaveLength(1);
  if (changed === 'none of it') await makeDatabase(folder, () => {});
  else expect(() => openDatabase(folder)).toThrow('newer Steno');

  const after = openDatabase(folder, { migrations: [...SQLITE_MIGRATIONS, NEXT] });
  const job = await createTranscriptionRepository(after.db).find('before', EVERYTHING);
  expect(job).toMatchObject({ id: 'before' });
  await after.close();
  await rm(own, { recursive: true, force: true });
});
