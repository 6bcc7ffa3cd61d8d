/** Another program, such as a backup tool or a virus scanner, writes to the database for a while. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let other: BetterSqlite.Database | null = null;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(async () => {
  other?.close();
  other = null;
  await rm(folder, { recursive: true, force: true });
});

/** Begins to write as another program does; gives what ends it. */
function lock(): () => void {
  const sqlite = new BetterSqlite(join(folder, 'steno.db'));
  other = sqlite;
  sqlite.exec('BEGIN IMMEDIATE');
  return () => sqlite.exec('COMMIT');
}

const setting = (db: OpenDatabase['db'], name: string) =>
  db.insertInto('settings').values({ name, value: '1' }).execute();
const names = async ({ db }: OpenDatabase) =>
  (await db.selectFrom('settings').select('name').execute()).map(({ name }) => name);

test('what is to be answered waits for ten seconds, and is then told to come again', async () => {
  const clock = createFakeClock();
  const database = openDatabase(folder, { clock });
  const unlock = lock();
  const outcome = setting(database.db, 'a').then(
    () => 'stored',
    (error: { code: string }) => error.code,
  );
  await clock.sleeping();
  await clock.advance(9_900);
  expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
  // A program that only reads is not held up.
  expect(await names(database)).toEqual([]);
  await clock.advance(200);
  expect(await outcome).toBe('database_busy');
  unlock();
  await setting(database.db, 'b');
  expect(await names(database)).toEqual(['b']);
  await database.close();
});

test('work in the background waits as long as it takes, and is done once', async () => {
  const clock = createFakeClock();
  const database = openDatabase(folder, { clock });
  const unlock = lock();
  const stored = database.patient.transaction().execute(async (trx) => {
    await setting(trx, 'a');
    await setting(trx, 'b');
  });
  await clock.sleeping();
  await clock.advance(3_600_000);
  unlock();
  await clock.advance(100);
  await stored;
  expect(await names(database)).toEqual(['a', 'b']);
  await database.close();
});

test('a transaction that begins by reading writes afterwards, whichever program wrote in between', async () => {
  const database = openDatabase(folder);
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('settings').selectAll().execute();
    // It holds the lock from its beginning: another program cannot come in between.
    const begin = () =>
      new BetterSqlite(join(folder, 'steno.db'), { timeout: 0 }).exec('BEGIN IMMEDIATE');
    expect(begin).toThrow('locked');
    await setting(trx, 'a');
  });
  expect(await names(database)).toEqual(['a']);
  await database.close();
});

test('transactions and single writes take turns, in the order they came', async () => {
  const database = openDatabase(folder);
  const { db } = database;
  const first = db.transaction().execute(async (trx) => {
    await setting(trx, '1');
    await new Promise((resolve) => setImmediate(resolve));
    await setting(trx, '2');
  });
  const failing = db
    .transaction()
    .execute(async (trx) => {
      await setting(trx, 'never');
      throw new Error('taken back');
    })
    .catch((error: Error) => error.message);
  const second = setting(db, '3');
  await Promise.all([first, second]);
  expect(await failing).toBe('taken back');
  expect(await names(database)).toEqual(['1', '2', '3']);
  await database.close();
});

test('a stop does not wait for it for long', async () => {
  const clock = createFakeClock();
  const database = openDatabase(folder, { clock });
  lock();
  const stored = setting(database.patient, 'a').catch((error: { code: string }) => error.code);
  await clock.sleeping();
  await clock.advance(60_000);
  database.hurry();
  await clock.advance(100);
  expect(await stored).toBe('database_busy');
  other?.close();
  await database.close();
});

test('for three seconds, it only delays requests, and a job goes on', async () => {
  const app = await startTestApp({ dataDir: folder });
  const { url } = await app.client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
  const { id } = await app.client.createTranscription({ url });
  await until(async () => (await app.client.getTranscription(id)).status === 'processing');
  const unlock = lock();
  let isCreated = false;
  const created = app.client
    .createTranscription({ url: 'https://example.com/a.mp3' })
    .finally(() => {
      isCreated = true;
    });
  expect((await app.client.health()).status).toBe('ok');
  expect(isCreated).toBe(false);
  setTimeout(unlock, 3_000);
  const { id: waiting } = await created;
  expect((await finished(app.client, id)).error).toBeNull();
  await app.client.deleteTranscription(waiting);
  await app.stop();
});
