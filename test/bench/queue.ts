/**
 * Times the queue while many recordings wait, on SQLite and on PostgreSQL: `node test/bench/queue.ts`. Nothing is
 * transcribed. The results go into docs/measurements/service.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { OpenDatabase } from '../../src/main/repositories/database.ts';
import { createJobRepository } from '../../src/main/repositories/jobs/job.repository.ts';
import { createQueueRepository } from '../../src/main/repositories/jobs/queue.repository.ts';
import { createTranscriptionRepository } from '../../src/main/repositories/jobs/transcription.repository.ts';
import { createPostgresDatabase } from '../../src/main/repositories/postgres/postgres-database.ts';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { newJob } from '../helpers/harness/new-job.ts';
import { noTasks } from '../helpers/harness/no-tasks.ts';
import { startPostgres } from '../helpers/harness/postgres.ts';
import { writeSection } from './page.ts';

const WAITING = [1_000, 10_000, 100_000];
const ROUNDS = 200;
const KEYS = 20;
const PART = 500;
const AHEAD = 1_000;
const ALWAYS = { idempotency: null, reuse: null };

const folder = mkdtempSync(join(tmpdir(), 'steno-queue-'));
const server = await startPostgres();
const rows: string[] = [];

/** Rows of uploads and of links in turn, of several keys, each behind the others of its key. */
async function fill({ db }: OpenDatabase, count: number): Promise<void> {
  await createTranscriptionRepository(db).insert(newJob({ id: 'first' }), ALWAYS);
  const first = await db
    .selectFrom('transcriptions')
    .selectAll()
    .where('id', '=', 'first')
    .executeTakeFirstOrThrow();
  for (let from = 1; from < count; from += PART) {
    const values = Array.from({ length: Math.min(PART, count - from) }, (_, at) => {
      const seq = from + at + 1;
      const place = Math.ceil(seq / KEYS);
      const id = `waiting-${seq}`;
      const link = seq % 2 === 0 && { sourceType: 'url', sourceHost: `host-${seq % 50}` };
      const own = { keyId: `key-${seq % KEYS}`, subtitleToken: id, recordingId: id };
      return { ...first, id, seq, queuePlace: place, ...own, ...link };
    });
    await db.insertInto('transcriptions').values(values).execute();
  }
  await sql`ANALYZE`.execute(db);
}

/** Milliseconds of each round. */
async function timed(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await work(round);
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b);
}

const at = (times: number[], share: number) =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
const both = (times: number[]) => `${at(times, 0.5)} (${at(times, 0.99)})`;

async function measure(name: string, count: number, database: OpenDatabase): Promise<void> {
  await fill(database, count);
  const { db } = database;
  const [jobs, queue] = [createJobRepository(db, noTasks), createQueueRepository(db)];
  const transcriptions = createTranscriptionRepository(db);
  const fetches = { ahead: 4, perHost: 2 };
  const cells = [
    await timed(ROUNDS, () => jobs.claimWork({ exceptKeys: ['key-1'] })),
    await timed(ROUNDS, () => jobs.claimFetch(fetches)),
    await timed(ROUNDS, (round) =>
      transcriptions.insert(newJob({ id: `new-${round}`, keyId: 'key-7' }), ALWAYS),
    ),
    await timed(ROUNDS, () => queue.next(AHEAD)),
    await timed(20, () => queue.waiting()),
  ];
  rows.push(`| ${name} | ${count.toLocaleString('en')} | ${cells.map(both).join(' | ')} |`);
  console.log(rows.at(-1));
}

try {
  for (const count of WAITING) {
    const sqlite = openDatabase(mkdtempSync(join(folder, 'sqlite-')));
    await measure('SQLite', count, sqlite);
    await sqlite.close();
    const postgres = createPostgresDatabase({ url: await server.createDatabase() });
    await postgres.open(mkdtempSync(join(folder, 'postgres-')));
    await measure('PostgreSQL', count, postgres);
    await postgres.close();
  }
  const [{ model = '' } = {}] = cpus();
  const section = [
    '## A long queue',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} processors, load ${(loadavg()[0] ?? 0).toFixed(1)}, PostgreSQL without fsync. Recordings of ${KEYS} keys wait, half of them links. Milliseconds, medians`,
    `of ${ROUNDS} (99th percentile): a recording is claimed to be transcribed, to be fetched, a new one is stored; the next ${AHEAD.toLocaleString('en')} and all are listed.`,
    '',
    '| database | waiting | claim | claim to fetch | store | next | all |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Made by `node test/bench/queue.ts`.',
    '',
  ].join('\n');
  writeSection('service', section);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
