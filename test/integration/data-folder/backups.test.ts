/** Copies of the database, and the way back to them, on which nothing is replaced in silence. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createBackupRepository } from '../../../src/main/repositories/folder/backup.repository.ts';
import { backUp, listBackups, problemOf } from '../../../src/main/repositories/folder/backups.ts';
import { ownEntries } from '../../../src/main/repositories/folder/data-folder.ts';
import { noteRemovals } from '../../../src/main/repositories/folder/removals.ts';
import { copyFolder, restore } from '../../../src/main/repositories/folder/restore.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { SQLITE_MIGRATIONS } from '../../../src/main/repositories/migrations/migrations.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { createBackupService } from '../../../src/main/services/backup.service.ts';
import { noStrace } from '../../helpers/faults/strace.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { noTasks } from '../../helpers/harness/no-tasks.ts';
import { stenoProgram } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 22, 17, 3, 5, 7);
const [OLD, NEW] = ['trs_oldoldoldoldoldoldoldo', 'trs_newnewnewnewnewnewnewn'];

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  return () => rm(folder, { recursive: true, force: true });
});

const put = async (name: string, text = name) => {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), text);
};
const store = async (...names: string[]) => {
  const { db, close } = openDatabase(folder);
  const rows = names.map((name) => ({ name, value: '1' }));
  await db.insertInto('settings').values(rows).execute();
  await close();
};
const stored = async (dataDir = folder) => {
  const { db, close } = openDatabase(dataDir);
  const rows = await db.selectFrom('settings').select('name').orderBy('name').execute();
  await close();
  return rows.map(({ name }) => name);
};

describe('a backup', () => {
  test('is one sound file for its owner alone, made while a service goes on', async () => {
    const app = await startTestApp({ dataDir: folder });
    const made = await app.client.createBackup();
    expect(made.name).toMatch(/^steno-\d{8}T\d{9}Z\.db$/);
    expect((await app.client.listBackups()).data).toEqual([made]);
    expect((await app.client.getStorage()).backups_bytes).toBe(made.bytes);
    const path = join(folder, 'backups', made.name);
    expect(readdirSync(join(folder, 'backups'))).toEqual([made.name]);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(problemOf(path)).toBeNull();
    await app.client.deleteBackups();
    expect((await app.client.listBackups()).data).toEqual([]);
    await app.stop();
  });

  test('is made before the schema changes, and what fails then leaves all as it was', async () => {
    await store('before');
    const clock = createFakeClock();
    const next = [...SQLITE_MIGRATIONS, 'CREATE TABLE more (id TEXT) STRICT;'];
    const wrong = [...SQLITE_MIGRATIONS, 'CREATE TABLE more (id TEXT) STRICT; SELECT nonsense();'];
    expect(() => openDatabase(folder, { clock, migrations: wrong })).toThrow('nonsense');
    expect(await stored()).toEqual(['before']);
    await clock.advance(1);
    await openDatabase(folder, { clock, migrations: next }).close();
    expect(listBackups(folder)).toHaveLength(2);
    const again = openDatabase(folder, { clock, migrations: next });
    const { length } = await again.db.selectFrom('backups').selectAll().execute();
    await again.close();
    expect([length, listBackups(folder).length]).toEqual([1, 2]);
    expect(() => openDatabase(folder)).toThrow('newer Steno');
  });
});

describe('backups by themselves', () => {
  let clock: FakeClock;
  let database: OpenDatabase;
  let service: ReturnType<typeof createBackupService>;
  beforeEach(() => {
    clock = createFakeClock();
    database = openDatabase(folder, { clock });
    service = createBackupService({
      db: database.db,
      dataFolder: folderInPlace(folder),
      config: loadConfig({ dataDir: folder }, {}),
      clock,
      logger: createLogger('silent'),
    });
    service.start();
  });
  afterEach(async () => {
    await service.stop();
    await database.close();
  });
  const count = () => service.list().data.length;
  /** An hour, and what it brings. */
  const anHour = async () => {
    await clock.sleeping(HOUR);
    await clock.advance(HOUR);
    await clock.sleeping(HOUR);
  };

  test('come once a day, while nothing is transcribed, and the newest seven are kept', async () => {
    await createTranscriptionRepository(database.db).insert(newJob({ id: 'trs_busy' }), {
      idempotency: null,
      reuse: null,
    });
    const jobs = createJobRepository(database.db, noTasks);
    const claim = await jobs.claimWork();
    await anHour();
    expect(count()).toBe(0);
    if (claim)
      await createJobEndings(database.db, {
        renderBody: async () => Buffer.of(),
        tasks: noTasks,
      }).cancel(claim.id, 1);
    await anHour();
    expect(count()).toBe(1);
    for (let hour = 0; hour < 23; hour++) await anHour();
    expect(count()).toBe(1);
    await anHour();
    expect(count()).toBe(2);
    const mine = await service.create();
    for (let day = 0; day < 9; day++) {
      await clock.advance(23 * HOUR);
      await anHour();
    }
    const names = service.list().data.map(({ name }) => name);
    expect(names).toHaveLength(8);
    expect(names).toContain(mine.name);
  });
});

describe('the way back', () => {
  test('takes the newest good one, and moves aside what is there', async () => {
    await store('a');
    backUp(folder, AT);
    await store('b');
    await put('backups/steno-20270101T000000000Z.db', 'damaged');
    const { from, aside, strangers } = restore(folder, null, AT);
    expect(from).toBe(join(folder, 'backups', 'steno-20261122T170305007Z.db'));
    expect(strangers).toBe(0);
    expect(await stored()).toEqual(['a']);
    expect(aside).toBe(join(folder, 'aside', '20261122T170305007Z'));
    expect(problemOf(join(aside ?? '', 'steno.db'))).toBeNull();
  });

  test('helps where the database is gone, with recordings it does not know moved aside', async () => {
    const before = openDatabase(folder);
    const row = { sourceType: 'url', sourceUrl: 'x', options: '{}', subtitleToken: 't' };
    const rest = { metered: 0, test: 0, voiceMemory: 'live', recordingId: OLD, version: 1 };
    await before.db
      .insertInto('transcriptions')
      .values({ id: OLD, seq: 1, status: 'completed', ...row, ...rest, createdAt: 0 })
      .execute();
    await noteRemovals(before.db, [{ folder: 'files', name: 'file_aaaaaaaaaaaaaaaaaaaaaa' }]);
    await before.close();
    backUp(folder, AT);
    const kept = [`recordings/${OLD}/media`, 'files/file_aaaaaaaaaaaaaaaaaaaaaa', 'notes.txt'];
    for (const name of [...kept, `recordings/${NEW}/media`]) await put(name);
    await rm(join(folder, 'steno.db'));
    expect(() => openDatabase(folder)).toThrow('missing or empty');
    const { strangers } = restore(folder, null, AT + 1);
    expect(strangers).toBe(2);
    expect(existsSync(join(folder, `recordings/${OLD}/media`))).toBe(true);
    const moved = [`recordings/${NEW}/media`, 'files/file_aaaaaaaaaaaaaaaaaaaaaa'];
    for (const name of moved) {
      const path = join(folder, 'aside', 'unknown', '20261122T170305008Z', name);
      expect(await readFile(path, 'utf8')).toBe(name);
    }
    const app = await startTestApp({ dataDir: folder, work: false });
    await until(async () => (await app.client.listLosses()).data[0]?.recovered.length === 2);
    expect((await app.client.getTranscription(NEW)).warnings).toMatchObject([
      { code: 'recovered' },
    ]);
    expect((await app.client.getTranscription(OLD)).status).toBe('completed');
    expect((await app.client.listSessions()).data).toEqual([]);
    await app.stop();
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('notes.txt');
  });

  test('is not taken to what is damaged, foreign or of another folder, nor beside a service', async () => {
    await store('a');
    await put('steno-bad.db', 'damaged');
    const other = join(folder, 'other');
    await openDatabase(other).close();
    expect(() => restore(folder, null, AT)).toThrow('no good backup');
    expect(() => restore(folder, join(folder, 'nothing'), AT)).toThrow('no backup');
    expect(() => restore(folder, join(folder, 'steno-bad.db'), AT)).toThrow('damaged');
    expect(() => restore(folder, other, AT)).toThrow('another data folder');
    backUp(folder, AT);
    const app = await startTestApp({ dataDir: folder });
    expect(() => restore(folder, null, AT)).toThrow('already running');
    await app.stop();
    expect(existsSync(join(folder, 'aside'))).toBe(false);
  });
});

describe('a copy of the whole folder', () => {
  test('is a data folder with the recordings and uploads, and brings back what is lost', async () => {
    const app = await startTestApp({ dataDir: folder });
    const { id } = await app.client.uploadFile(new Blob(['sound']), 'a.mp3');
    await put(`recordings/${NEW}/media`, 'unknown');
    const to = join(folder, '..', `${folder.split('/').at(-1)}-copy`);
    expect(copyFolder(folder, to)).toEqual({ entries: 1, leftOut: [] });
    expect(() => copyFolder(folder, to)).toThrow('not empty');
    await app.stop();
    expect(ownEntries(to)).toEqual([{ folder: 'files', name: id }]);
    const copied = await startTestApp({ dataDir: to });
    expect((await copied.client.listKeys()).data).toHaveLength(2);
    await copied.stop();
    await rm(join(folder, 'files', id));
    restore(folder, to, AT);
    expect(await readFile(join(folder, 'files', id), 'utf8')).toBe('sound');
    await rm(to, { recursive: true });
  });

  test('is what a new machine begins with', async () => {
    await store('a');
    const to = join(folder, 'copy');
    copyFolder(folder, to);
    const fresh = join(folder, 'fresh');
    await mkdir(fresh);
    expect(restore(fresh, to, AT).aside).toBeNull();
    expect(await stored(fresh)).toEqual(['a']);
  });
});

test('a folder that cannot be made for a copy is named', async () => {
  await store('a');
  await put('file');
  const to = join(folder, 'file', 'copy');
  expect(() => copyFolder(folder, to)).toThrow(`The folder ${to} cannot be written to.`);
});

test('nothing but a backup is ever made room of', async () => {
  await store('a');
  await put('backups/mine.db');
  const { db, close } = openDatabase(folder);
  const repository = createBackupRepository(db, folder);
  const names = Array.from({ length: 8 }, (_, index) => `../${index}`);
  const rows = names.map((name, index) => ({ name, createdAt: index }));
  await db.insertInto('backups').values(rows).execute();
  await put('0');
  await repository.makeAutomatic(AT);
  await until(async () => (await db.selectFrom('backups').selectAll().execute()).length === 7);
  expect(existsSync(join(folder, '0'))).toBe(true);
  await repository.removeAll();
  expect(readdirSync(join(folder, 'backups'))).toEqual(['mine.db']);
  await close();
});

describe.skipIf(noStrace !== null)('a disk that', () => {
  const backUpWhere = async (calls: string, error: string) => {
    await store('a');
    const backup = [await stenoProgram(), 'backup', '--data', folder, '--to', join(folder, 'to')];
    const fault = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
    const command = ['-f', '-o', '/dev/null', ...fault, process.execPath, ...backup];
    return spawnSync('strace', command, { encoding: 'utf8' });
  };

  test('refuses to set rights gets its backup all the same', async () => {
    const { status } = await backUpWhere('?chmod,?fchmodat,?fchmodat2', 'ENOSYS');
    expect(status).toBe(0);
    expect(problemOf(join(folder, 'to', 'steno.db'))).toBeNull();
  });

  test('cannot be written as a database must is told from one that fails, with what to do', async () => {
    const { status, stderr } = await backUpWhere('pwrite64', 'EPERM');
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(folder, 'to')} cannot hold a backup`);
    expect(stderr).toContain('copy that there');
  });
});
