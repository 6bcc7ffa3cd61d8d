/** Tasks of several services on PostgreSQL, kept by pg-boss. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { createPgBossTasks } from '../../../src/main/repositories/tasks/pgboss-tasks.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import {
  describeTasks,
  storeTasks,
  type TasksHere,
} from '../../helpers/harness/tasks-conformance.ts';
import { until } from '../../helpers/harness/until.ts';
import { describeWindows } from '../../helpers/harness/windows-conformance.ts';

describe.skipIf(noPostgres !== null)('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  const openOn = async (url: string, folder: string, clock: FakeClock): Promise<TasksHere> => {
    const database = createPostgresDatabase({ url });
    await database.open(folder);
    const { patient: db, taskServer: server, services } = database;
    const logger = createLogger('silent');
    const tasks = createPgBossTasks({ db, clock, logger, server, run: services.id });
    await tasks.open([]);
    return {
      db,
      tasks,
      async silence() {
        const before = sql`heartbeat_on - interval '1 hour'`;
        await sql`UPDATE steno_tasks.job SET heartbeat_on = ${before} WHERE state = 'active'`.execute(
          db,
        );
      },
      async close() {
        await tasks.close();
        await database.close();
      },
    };
  };

  const open = async (clock: FakeClock) =>
    openOn(await server.createDatabase(), await makeTempFolder(), clock);
  describeTasks('PostgreSQL', open);
  describeWindows('PostgreSQL', open);

  describe('tasks of two services', () => {
    it('wake both, and those of a silent one come to the other', async () => {
      const [url, folder] = [await server.createDatabase(), await makeTempFolder()];
      const clock = createFakeClock();
      const [one, other] = [await openOn(url, folder, clock), await openOn(url, folder, clock)];
      try {
        let woken = 0;
        other.tasks.onReady('webhook', () => woken++);
        await one.db
          .transaction()
          .execute((trx) =>
            storeTasks(trx, one.tasks, { tasks: [{ key: 'one' }], now: clock.now() }),
          );
        await until(() => woken > 0);
        const first = await one.tasks.claim('webhook');
        expect(first).toMatchObject({ key: 'one', attempt: 1 });
        if (!first) return;
        expect(await other.tasks.claim('webhook')).toBeNull();
        const second = await until(() => other.tasks.claim('webhook'));
        expect(second).toMatchObject({ key: 'one', attempt: 2 });
        expect(await one.tasks.beat([first])).toEqual([first]);
      } finally {
        await one.close();
        await other.close();
      }
    });

    it('outlive a restart of the server', async () => {
      const [url, folder] = [await server.createDatabase(), await makeTempFolder()];
      const clock = createFakeClock();
      const [one, other] = [await openOn(url, folder, clock), await openOn(url, folder, clock)];
      const store = (key: string) =>
        one.db
          .transaction()
          .execute((trx) => storeTasks(trx, one.tasks, { tasks: [{ key }], now: clock.now() }));
      try {
        await store('held');
        const held = await one.tasks.claim('webhook');
        if (!held) throw new Error('There is no task.');
        await server.restart();
        expect(await one.tasks.beat([held])).toEqual([]);
        // A service notices by its next query that it is connected no more, and listens again.
        expect(await other.tasks.claim('webhook')).toBeNull();
        let woken = 0;
        other.tasks.onReady('webhook', () => woken++);
        await store('next');
        await until(() => woken > 0);
        expect(await other.tasks.claim('webhook')).toMatchObject({ key: 'next' });
        await one.db.transaction().execute((trx) => one.tasks.settle(trx, held));
      } finally {
        await one.close();
        await other.close();
      }
    });
  });
});
