/** Tasks in a database file: the rows that wait are the tasks, and what is held is known in memory. */

import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { nextLeftJob } from '../../../src/main/repositories/jobs/job.repository.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { createSqliteTasks } from '../../../src/main/repositories/tasks/sqlite-tasks.ts';
import { nextWindow } from '../../../src/main/repositories/transcripts/window.repository.ts';
import { nextEvent } from '../../../src/main/repositories/webhooks/outbox.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import type { FakeClock } from '../../helpers/harness/fake-clock.ts';
import { describeTasks, storeTasks } from '../../helpers/harness/tasks-conformance.ts';
import { describeWindows } from '../../helpers/harness/windows-conformance.ts';

const open = async (clock: FakeClock) => {
  const { db, close } = openDatabase(await makeTempFolder());
  const tasks = createSqliteTasks(
    { db, clock },
    {
      webhook: nextEvent,
      window: nextWindow,
      transcription: nextLeftJob,
    },
  );
  const silence = async () => {
    for (let looks = 0; looks < 4; looks++) await clock.advance(5_000);
  };
  return { db, tasks, silence, close };
};

describeTasks('a database file', open);
describeWindows('a database file', open);

it('names no task as one of an earlier start, so that what is said of that one is not taken for it', async () => {
  const { db, close } = openDatabase(await makeTempFolder());
  const start = () =>
    createSqliteTasks({ db, clock: systemClock }, { webhook: nextEvent, window: nextWindow });
  const earlier = start();
  await db
    .transaction()
    .execute((trx) => storeTasks(trx, earlier, { tasks: [{ key: 'one' }], now: 0 }));
  const held = await earlier.claim('webhook');
  const later = start();
  expect((await later.claim('webhook'))?.key).toBe('one');
  expect(held && (await later.find(held))).toBeNull();
  await close();
});
