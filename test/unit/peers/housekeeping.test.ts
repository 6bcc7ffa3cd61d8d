/** What one of several services does for all: by one at a time, and by another once that one is gone. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createHousekeeping } from '../../../src/main/peers/housekeeping.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createSqliteTasks } from '../../../src/main/repositories/tasks/sqlite-tasks.ts';
import type { Tasks } from '../../../src/main/repositories/tasks/tasks.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const SECOND = 1000;
let folder: string;
let database: OpenDatabase;
let clock: FakeClock;
let tasks: Tasks;
/** Whether the database can be asked. */
let away: boolean;

beforeEach(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  clock = createFakeClock();
  away = false;
  const { db } = database;
  const all = createSqliteTasks(
    { db, clock },
    {
      housekeeping: async (_, { exceptKeys }) =>
        exceptKeys.includes('all') ? null : { key: 'all', group: '' },
    },
  );
  tasks = {
    ...all,
    beat: async (held) => (away ? Promise.reject(new Error('away')) : all.beat(held)),
  };
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function startOne() {
  const parts = { db: database.db, tasks, clock, logger: createLogger('silent') };
  const housekeeping = createHousekeeping(parts);
  let changes = 0;
  housekeeping.onChange(() => changes++);
  await housekeeping.start();
  return { ...housekeeping, changes: () => changes };
}
const claim = (one: { claim: ReturnType<typeof createHousekeeping>['claim'] }) =>
  one.claim(database.db, async () => 'work');

test('is done by the first, and by the next one when that stops', async () => {
  const first = await startOne();
  await until(first.isHere);
  const second = await startOne();
  await clock.advance(10 * SECOND);
  expect([first.isHere(), second.isHere()]).toEqual([true, false]);
  expect([await claim(first), await claim(second)]).toEqual(['work', null]);
  await first.stop();
  await until(second.isHere);
  expect([first.isHere(), await claim(first), await claim(second)]).toEqual([false, null, 'work']);
  expect([first.changes(), second.changes()]).toEqual([2, 1]);
  await second.stop();
});

test('is no more of one that another has replaced, from the next claim on', async () => {
  const one = await startOne();
  await until(one.isHere);
  await database.db.transaction().execute((trx) => tasks.cancel(trx, 'housekeeping', ['all']));
  const other = await tasks.claim('housekeeping');
  expect(other).not.toBeNull();
  expect(await claim(one)).toBeNull();
  await clock.advance(3 * SECOND);
  await until(() => !one.isHere());
  expect(one.changes()).toBe(2);
  await one.stop();
});

test('is not done by one that cannot say whether it still may', async () => {
  const one = await startOne();
  await until(one.isHere);
  away = true;
  await clock.advance(12 * SECOND);
  expect(one.isHere()).toBe(false);
  away = false;
  await clock.advance(3 * SECOND);
  await until(one.isHere);
  await one.stop();
});
