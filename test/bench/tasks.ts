/**
 * Times tasks on PostgreSQL while a million wait: `node test/bench/tasks.ts`. The tasks are webhooks to a thousand
 * hosts, and nothing is sent. The figures go into docs/scale.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '../../src/main/core/clock.ts';
import { createLogger } from '../../src/main/core/logger.ts';
import { createPostgresDatabase } from '../../src/main/repositories/postgres/postgres-database.ts';
import { createPgBossTasks } from '../../src/main/repositories/tasks/pgboss-tasks.ts';
import { startPostgres } from '../helpers/harness/postgres.ts';

const WAITING = 1_000_000;
const PART = 10_000;
const HOSTS = 1_000;
const LANES = [1, 8, 32];
const ROUND_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'steno-tasks-'));
const server = await startPostgres();
const database = createPostgresDatabase({ url: await server.createDatabase() });
await database.open(folder);
const { db, taskServer, services } = database;
const logger = createLogger('warn');
const parts = { db, clock: systemClock, logger, server: taskServer };
const tasks = createPgBossTasks({ ...parts, run: services.id });
await tasks.open([]);

/** Runs `work`; returns how long it took, in ms. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const ofLog = async (): Promise<number> => {
  const bytes = sql<{
    bytes: string;
  }>`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`;
  return Number((await bytes.execute(db)).rows[0]?.bytes);
};

/** Claims and settles until the time is over. */
async function lane(until: number, times: { claim: number[]; settle: number[] }): Promise<void> {
  while (performance.now() < until) {
    const from = performance.now();
    const task = await tasks.claim('webhook');
    if (!task) throw new Error('Nothing waits any more.');
    times.claim.push(performance.now() - from);
    times.settle.push(
      await timed(() => db.transaction().execute((trx) => tasks.settle(trx, task))),
    );
  }
}

const at = (times: number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);

try {
  const begun = performance.now();
  for (let from = 0; from < WAITING; from += PART) {
    const added = Array.from({ length: PART }, (_, place) => ({
      key: `event-${from + place}`,
      group: `host-${place % HOSTS}`,
    }));
    await db.transaction().execute((trx) => tasks.add(trx, 'webhook', added));
  }
  const took = (performance.now() - begun) / 1000;
  const [{ model = '' } = {}] = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} processors, load ${(loadavg()[0] ?? 0).toFixed(1)}, PostgreSQL without fsync; ${WAITING.toLocaleString('en')} added in ${took.toFixed(0)} s.\n`,
  );
  await sql`ANALYZE`.execute(db);
  console.log('| lanes | a second | claim, p50 / p99 | settle, p50 / p99 | log a task |');
  console.log('|---|---|---|---|---|');
  for (const lanes of LANES) {
    const times = { claim: [], settle: [] };
    const log = await ofLog();
    const until = performance.now() + ROUND_MS;
    const spent = await timed(() =>
      Promise.all(Array.from({ length: lanes }, () => lane(until, times))),
    );
    const { claim, settle } = times;
    const kilobytes = ((await ofLog()) - log) / claim.length / 1000;
    console.log(
      `| ${lanes} | ${((claim.length * 1000) / spent).toFixed(0)} | ${at(claim, 0.5)} / ${at(claim, 0.99)} ms | ${at(settle, 0.5)} / ${at(settle, 0.99)} ms | ${kilobytes.toFixed(1)} KB |`,
    );
  }
} finally {
  await tasks.close();
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
