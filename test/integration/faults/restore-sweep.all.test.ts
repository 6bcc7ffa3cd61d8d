/** Wherever backing up or going back to a backup breaks off, all of the user's is there, and the next attempt works. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import { FAILPOINTS } from '../../../src/main/core/failpoint.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createBackupRepository } from '../../../src/main/repositories/folder/backup.repository.ts';
import { backUp, listBackups, problemOf } from '../../../src/main/repositories/folder/backups.ts';
import { copyFolder, restore } from '../../../src/main/repositories/folder/restore.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { createBackupService } from '../../../src/main/services/backup.service.ts';
import { arm, type Strike } from '../../helpers/faults/strike.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const AT = Date.UTC(2026, 10, 22, 17, 3, 5, 7);
const KNOWN = 'recordings/trs_oldoldoldoldoldoldoldo/media';
const LATER = 'recordings/trs_newnewnewnewnewnewnewn/media';
const strikesAt = (subject: RegExp) =>
  FAILPOINTS.filter((name) => subject.test(name)).flatMap((at) =>
    (['throw', 'enospc'] as const).map((action): Strike => ({ at, hit: 1, action })),
  );

let folder: string;
beforeEach(async () => {
  const parent = await makeTempFolder();
  folder = join(parent, 'data');
  return () => rmSync(parent, { recursive: true });
});

describe.each(strikesAt(/^restore\.(?!copying)/))('going back, $action at $at', (strike) => {
  test('leaves the old or the new database whole, and the next attempt works', async () => {
    await keep('old', KNOWN);
    const { path } = backUp(folder, AT);
    await keep('new', LATER);
    const before = readFileSync(join(folder, 'steno.db'));
    expectStruck(strike, () => restore(folder, path, AT + 1));

    // What is in the place of the database can be begun with, or is refused; the old one is there in any case.
    const current = join(folder, 'steno.db');
    if (existsSync(current)) expect(await beganWith()).toEqual({ names: ['old'], signedIn: 0 });
    else expect(() => openDatabase(folder)).toThrow('missing or empty');
    const aside = join(folder, 'aside', '20261122T170305008Z', 'steno.db');
    expect(readFileSync(aside).equals(before)).toBe(true);
    expect(problemOf(aside)).toBeNull();
    expect(filesNamed('media')).toEqual([LATER, KNOWN]);

    restore(folder, path, AT + 2);
    expect(await beganWith()).toEqual({ names: ['old'], signedIn: 0 });
    expect(existsSync(join(folder, KNOWN))).toBe(true);
    expect(filesNamed('media')).toHaveLength(2);
    expect(filesNamed('.part')).toEqual([]);
    expect(readFileSync(aside).equals(before)).toBe(true);
  });
});

describe.each(strikesAt(/^backup\./))('backing up, $action at $at', (strike) => {
  test('leaves a whole backup or nothing, and the next attempt works', async () => {
    await keep('old', KNOWN);
    expectStruck(strike, () => backUp(folder, AT));
    expect(filesNamed('.part')).toEqual([]);
    for (const { path } of listBackups(folder)) expect(problemOf(path)).toBeNull();
    expect(await beganWith()).toEqual({ names: ['old'], signedIn: 1 });
    expect(problemOf(backUp(folder, AT).path)).toBeNull();
  });
});

test('what a killed backup has left is removed at the next start, and with all backups', async () => {
  await keep('old', KNOWN);
  const left = ['backups/steno-20261122T170305007Z.db.part', 'backups/mine.part'];
  const put = () => left.forEach((name) => void write(name));
  const { db, close } = openDatabase(folder);
  const backups = createBackupRepository(db, folder);
  const config = loadConfig({ dataDir: folder }, {});
  put();
  const service = createBackupService({
    db,
    dataFolder: folderInPlace(folder),
    config,
    clock: createFakeClock(),
    logger: createLogger('silent'),
  });
  service.start();
  await service.stop();
  expect(filesNamed('.part')).toEqual(left.slice(1));
  put();
  await backups.removeAll();
  expect(filesNamed('.part')).toEqual(left.slice(1));
  await close();
});

test('what could be copied in part only is copied again, and whole', async () => {
  await keep('old', KNOWN);
  const copy = join(folder, '..', 'copy');
  copyFolder(folder, copy);
  rmSync(dirname(join(folder, KNOWN)), { recursive: true });
  const strike = { at: 'restore.copying', hit: 1, action: 'enospc' } as const;
  expectStruck(strike, () => restore(folder, copy, AT));
  expect(filesNamed('media')).toEqual([]);
  write('copying.part/media');
  restore(folder, copy, AT + 1);
  expect(filesNamed('media')).toEqual([KNOWN]);
  expect(filesNamed('.part')).toEqual([]);
  expect(await beganWith()).toEqual({ names: ['old'], signedIn: 0 });
});

/** Stores a setting, someone's session, and a transcription whose recording is kept. */
async function keep(name: string, recording: string): Promise<void> {
  const { db, close } = openDatabase(folder);
  await db.insertInto('settings').values({ name, value: '1' }).execute();
  const at = { createdAt: AT, expiresAt: AT, lastUsedAt: AT };
  await db
    .insertInto('sessions')
    .values({ id: name, hash: name, browser: 'Firefox', ...at })
    .execute();
  const row = { sourceType: 'url', sourceUrl: 'x', options: '{}', subtitleToken: 't' } as const;
  const rest = { metered: 0, test: 0, voiceMemory: 'live', seq: name === 'old' ? 1 : 2 } as const;
  const id = recording.split('/')[1] ?? '';
  await db
    .insertInto('transcriptions')
    .values({
      id,
      recordingId: id,
      version: 1,
      status: 'completed',
      ...row,
      ...rest,
      createdAt: 0,
    })
    .execute();
  await close();
  write(recording);
}

function write(name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), name);
}

/** What a start of the service would find. */
async function beganWith(): Promise<{ names: string[]; signedIn: number }> {
  await openDatabase(folder).close();
  const sqlite = new BetterSqlite(join(folder, 'steno.db'), { readonly: true });
  const names = sqlite.prepare('SELECT name FROM settings ORDER BY name').pluck().all() as string[];
  const signedIn = Number(sqlite.prepare('SELECT COUNT(*) FROM sessions').pluck().get());
  sqlite.close();
  return { names, signedIn };
}

/** Wherever in the folder, also aside, with its own path as what is in it. */
function filesNamed(ending: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .sort();
}

function expectStruck(strike: Strike, work: () => void): void {
  let reached = false;
  const disarm = arm(strike, (name) => {
    reached ||= name === strike.at;
  });
  try {
    expect(work).toThrow();
  } finally {
    disarm();
  }
  expect(reached).toBe(true);
}
