/**
 * Where one service ends: `node test/bench/scale.ts [HOURS]`. Up to 1,000 workers that compute nothing join a service
 * that is as people run it, with four recordings of that many hours. Prints what a window costs the service, its
 * database and the network, for docs/scale.md; Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from '../../src/shared/client.ts';
import { wavFile } from '../helpers/corpus/audio.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { type PostgresServer, startPostgres } from '../helpers/harness/postgres.ts';
import { processorSeconds, residentBytes } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour } from './long-recording.ts';
import { joinSimulated, type Pace } from './simulated-workers.ts';

const run = promisify(execFile);
const hours = Number(process.argv[2] ?? 9);
const RECORDINGS = 4;
/** As of machines without a graphics card and a large model. */
const USUAL = { windowMs: 10_000, steps: [10, 100, 300, 1_000] };
/** As of graphics cards, and as many windows as a service can give away. */
const FLOOD = { windowMs: 50, steps: [200] };
const MEASURE_MS = 10_000;
/** Waveforms and copies to play are made beside the first windows; they are no part of what a window costs. */
const SETTLED_SHARE = 0.1;
const SETTLING_MS = 2_000;
const ASK_EVERY_MS = 50;
const JOIN_EVERY_MS = 15;

type OnPostgres = { server: PostgresServer; url: string };

const folder = mkdtempSync(join(tmpdir(), 'steno-scale-'));
const windows = { count: 0, bytesIn: 0, bytesOut: 0 };
const pace: Pace = {
  ms: USUAL.windowMs,
  onWindow({ bytesIn, bytesOut }) {
    windows.count++;
    windows.bytesIn += bytesIn;
    windows.bytesOut += bytesOut;
  },
};

const cpuMs = (pid: number) => 1000 * processorSeconds(pid);

/** The hour again and again, as an MP3 that is played as it is. */
async function recordings(): Promise<string[]> {
  const hour = join(folder, 'hour.wav');
  writeFileSync(hour, wavFile(composeHour().samples));
  const long = join(folder, 'long.mp3');
  const coding = ['-ac', '1', '-b:a', '32k', '-y', long];
  await run('ffmpeg', ['-stream_loop', String(hours - 1), '-i', hour, ...coding]);
  const paths = Array.from({ length: RECORDINGS }, (_, index) => join(folder, `${index}.mp3`));
  for (const [index, path] of paths.entries()) {
    const length = ['-t', String(hours * 3600 - index), '-c', 'copy', path];
    await run('ffmpeg', ['-i', long, ...length]);
  }
  return paths;
}

async function begin(client: Client, path: string): Promise<string> {
  const { url } = await client.uploadFile(await openAsBlob(path), 'talk.mp3');
  const { id } = await client.createTranscription({ url, language: 'en', structure: false });
  return id;
}

/** What the database has done so far. */
async function databaseDone({ server, url }: OnPostgres) {
  const [row] = await server.query(
    url,
    `SELECT xact_commit::float8 AS commits, (tup_inserted + tup_updated + tup_deleted)::float8 AS rows,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
      FROM pg_stat_database WHERE datname = current_database()`,
  );
  return {
    commits: Number(row?.['commits']),
    rows: Number(row?.['rows']),
    wal: Number(row?.['wal']),
  };
}

/** Until the workers have windows of all of them. */
async function allTranscribe(client: Client, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (;;) {
      const { stage, status, error } = await client.getTranscription(id, { words: false });
      if (status === 'failed') throw new Error(error?.message);
      if (stage === 'transcribing') break;
      await sleep(200);
    }
  }
}

async function settled(pid: number): Promise<void> {
  for (;;) {
    const before = cpuMs(pid);
    await sleep(SETTLING_MS);
    if (cpuMs(pid) - before < SETTLED_SHARE * SETTLING_MS) return;
  }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** For so long: windows a second, what each costs, and how long a request of somebody else takes meanwhile. */
async function measure(client: Client, pid: number, on: OnPostgres | null) {
  const sql = () => (on === null ? 0 : cpuMs(on.server.pid()));
  const done = async () => (on === null ? { commits: 0, rows: 0, wal: 0 } : databaseDone(on));
  const before = { ...windows, cpu: cpuMs(pid), sql: sql(), done: await done() };
  const startedAt = performance.now();
  const answers: number[] = [];
  while (performance.now() - startedAt < MEASURE_MS) {
    const askedAt = performance.now();
    await client.listTranscriptions({ limit: 20 });
    answers.push(performance.now() - askedAt);
    await sleep(ASK_EVERY_MS);
  }
  const tookMs = performance.now() - startedAt;
  const count = windows.count - before.count;
  const after = await done();
  const sorted = answers.toSorted((a, b) => a - b);
  return {
    perSecond: (count * 1000) / tookMs,
    cpu: (cpuMs(pid) - before.cpu) / tookMs,
    cpuMs: (cpuMs(pid) - before.cpu) / count,
    sqlMs: (sql() - before.sql) / count,
    commits: (after.commits - before.done.commits) / count,
    rows: (after.rows - before.done.rows) / count,
    wal: (after.wal - before.done.wal) / count,
    bytesIn: (windows.bytesIn - before.bytesIn) / count,
    bytesOut: (windows.bytesOut - before.bytesOut) / count,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    mb: residentBytes(pid) / 2 ** 20,
  };
}

function row(workers: string, m: Awaited<ReturnType<typeof measure>>, most: number): string {
  const of = most > 0 ? ` | ${(m.perSecond / most).toFixed(2)}` : ' | –';
  const cells = [
    `${m.perSecond.toFixed(1)}${of}`,
    `${(100 * m.cpu).toFixed(0)} %`,
    `${m.cpuMs.toFixed(1)} ms`,
    m.sqlMs > 0 ? `${m.sqlMs.toFixed(1)} ms` : '–',
    `${m.p50.toFixed(0)} / ${m.p99.toFixed(0)} ms`,
    `${m.mb.toFixed(0)} MB`,
  ];
  return `| ${workers} | ${cells.join(' | ')} |`;
}

async function scale(
  paths: readonly string[],
  database: OnPostgres | null,
  { windowMs, steps }: typeof USUAL,
) {
  const data = mkdtempSync(join(folder, 'data-'));
  const engine = await writeProgram(join(folder, 'engine'), {
    file: process.execPath,
    args: [join(import.meta.dirname, 'simulated-workers.ts'), '--engine', String(USUAL.windowMs)],
  });
  const service = await startService(data, {
    STENO_ENGINE: engine,
    STENO_LANES: '1',
    STENO_THREADS: '1',
    STENO_DEVICE: 'cpu',
    ...(database && { STENO_DATABASE: database.url }),
  });
  const leaving = new AbortController();
  try {
    const { client, pid, url } = service;
    const { key } = await client.createKey({ name: 'scale', scope: 'worker' });
    pace.ms = windowMs;
    const ids: string[] = [];
    for (const path of paths) ids.push(await begin(client, path));
    await allTranscribe(client, ids);
    await settled(pid);
    let joined = 0;
    for (const workers of steps) {
      const startedAt = performance.now();
      const coming: Promise<void>[] = [];
      for (; joined < workers; joined++) {
        const worker = { name: `worker ${joined}`, pace, signal: leaving.signal };
        coming.push(joinSimulated({ url, key }, worker));
        // As machines that are started one after the other, or find their service again.
        await sleep(JOIN_EVERY_MS);
      }
      await Promise.all(coming);
      const joinedMs = performance.now() - startedAt;
      await sleep(1.5 * windowMs);
      const seen = await measure(client, pid, database);
      console.log(row(String(workers), seen, (workers * 1000) / windowMs));
      const { bytesIn, bytesOut, commits, rows, wal } = seen;
      console.log(
        `  joined in ${joinedMs.toFixed(0)} ms; bytes to a worker and back, commits, rows, log:`,
      );
      console.log(
        `  ${[bytesIn, bytesOut, commits, rows, wal].map((one) => one.toFixed(1)).join(', ')}`,
      );
    }
  } finally {
    leaving.abort();
    await service.stop();
    rmSync(data, { recursive: true });
  }
}

const paths = await recordings();
const [{ model = '' } = {}] = cpus();
console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
console.log(
  '\n| workers | windows a second | of linear | the service’s processor | a window | PostgreSQL, a window | a list, p50 / p99 | memory |',
);
console.log('|---|---|---|---|---|---|---|---|');
await scale(paths, null, USUAL);
await scale(paths, null, FLOOD);
const server = await startPostgres();
try {
  const database = async () => ({ server, url: await server.createDatabase() });
  await scale(paths, await database(), USUAL);
  await scale(paths, await database(), FLOOD);
} finally {
  await server.stop();
}
rmSync(folder, { recursive: true });
process.exit(0);
