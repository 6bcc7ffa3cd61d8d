/** The disk fails at a call of "steno restore": the old database or the backup is there, whole, and the next try works. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { backUp, problemOf } from '../../../src/main/repositories/folder/backups.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { noStrace, type SystemFault, straceArgs } from '../../helpers/faults/strace.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { stenoProgram, usual } from '../../helpers/harness/service-process.ts';

const LONG_MS = 3_600_000;
const CALLS = ['fsync', 'write', 'pwrite64', 'rename', 'openat'] as const;
const ERRORS = ['EIO', 'ENOSPC', 'EINTR'] as const;
const MOST = 12;

async function keep(folder: string, name: string): Promise<void> {
  const { db, close } = openDatabase(folder);
  await db.insertInto('settings').values({ name, value: '1' }).execute();
  await close();
}

function settingsIn(path: string): unknown[] {
  const sqlite = new BetterSqlite(path, { readonly: true });
  try {
    return sqlite.prepare('SELECT name FROM settings ORDER BY name').pluck().all();
  } finally {
    sqlite.close();
  }
}

const databasesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('/steno.db') && existsSync(path));

/** Tells how many calls failed. */
async function restoreWhileFailing(fault: SystemFault): Promise<number> {
  const parent = await makeTempFolder();
  const folder = join(parent, 'data');
  await keep(folder, 'old');
  const { path: backup } = backUp(folder, Date.UTC(2026, 10, 22));
  await keep(folder, 'new');
  const command = [process.execPath, await stenoProgram(), 'restore', '--data', folder];
  const run = ([file = '', ...args]: string[]) =>
    spawnSync(file, args, { env: usual(), encoding: 'utf8' });
  const named = ['steno.db', 'steno.db.part', 'steno.db-wal', 'data-folder.json.part', 'lock.db'];
  // Node itself opens and writes files, too.
  const paths = /^(?:write|openat)$/.test(fault.call)
    ? [...named.map((name) => join(folder, name)), backup]
    : [];
  const { status, stderr } = run(['strace', ...straceArgs(fault, paths), ...command]);
  const current = join(folder, 'steno.db');
  if (status === 0) expect(settingsIn(current)).toEqual(['old']);
  if (existsSync(current)) expect(problemOf(current)).toBeNull();
  // What was there before is nowhere half.
  expect(databasesIn(folder).map(settingsIn)).toContainEqual(['new', 'old']);
  expect(problemOf(backup)).toBeNull();

  expect(run(command).status).toBe(0);
  await openDatabase(folder).close();
  expect(settingsIn(current)).toEqual(['old']);
  expect(databasesIn(folder).map(settingsIn)).toContainEqual(['new', 'old']);
  await rm(parent, { recursive: true });
  return stderr.split('(INJECTED)').length - 1;
}

describe.skipIf(noStrace !== null)('a disk that fails while a backup is restored', () => {
  test('once, when the backup is put on the disk', async () => {
    const fault = { call: 'fsync', error: 'EIO', nth: 1 } as const;
    expect(await restoreWhileFailing(fault)).toBeGreaterThan(0);
  });

  test.runIf(isSoak)(
    'at each of its first calls',
    async () => {
      let [tried, struck] = [0, 0];
      for (const [call, error] of CALLS.flatMap((one) =>
        ERRORS.map((two) => [one, two] as const),
      )) {
        for (let nth = 1, injected = 1; nth <= MOST && injected > 0; nth++) {
          injected = await restoreWhileFailing({ call, error, nth }).catch((cause: unknown) => {
            throw new Error(`${call} ${error}, time ${nth}: ${cause}`, { cause });
          });
          tried += 1;
          struck += injected > 0 ? 1 : 0;
        }
        process.stdout.write(`restore, ${call} ${error}: ${tried} tried, ${struck} struck\n`);
      }
      expect(struck).toBeGreaterThan(20);
    },
    LONG_MS,
  );
});
