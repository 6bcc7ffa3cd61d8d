/**
 * One long recording whose workers are split over two services: `node test/bench/one-recording.ts [HOURS [WORKERS]]`.
 * Prints which share of the time workers that compute nothing have a window, how long a list of 20 takes meanwhile, and
 * when a recording of a minute that another key brings has its first window. For docs/scale.md; Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median } from '../../src/main/engine/bench.ts';
import { type Client, createClient } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { finished } from '../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../helpers/harness/nodes.ts';
import { startPostgres } from '../helpers/harness/postgres.ts';
import { composeHour } from './long-recording.ts';
import { joinSimulated, type Pace } from './simulated-workers.ts';

const run = promisify(execFile);
const hours = Number(process.argv[2] ?? 9);
const WORKERS = Number(process.argv[3] ?? 40);
const WINDOW_MS = 2_000;
const LISTED = 20;
const MINUTES = 7;
const MINUTE_SAMPLES = 60 * 16_000;
const LISTED_SAMPLES = 5 * 16_000;
const SETTLING_MS = 2 * WINDOW_MS;
/** When the last are under way, workers wait. */
const MEASURED_SHARE = 0.9;
const ASK_EVERY_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'steno-one-'));
const seen = { busyMs: 0, windows: 0 };
const pace: Pace = {
  ms: WINDOW_MS,
  onWindow({ ms }) {
    seen.busyMs += ms;
    seen.windows++;
  },
};

async function count({ query }: Cluster, sql: string): Promise<number> {
  const [row] = await query(`SELECT COUNT(*)::float8 AS count FROM ${sql}`);
  return Number(row?.['count']);
}

async function begin(client: Client, path: string): Promise<string> {
  const { url } = await client.uploadFile(await openAsBlob(path), 'talk');
  const options = { language: 'en', structure: false, reuse: false };
  return (await client.createTranscription({ url, ...options })).id;
}

/** From when its windows are asked for until one is transcribed, less the time that takes: in ms, with the machine's clock. */
async function minuteWaits(client: Client, cluster: Cluster, path: string): Promise<number> {
  const id = await begin(client, path);
  const of = `windows WHERE transcription_id = '${id}'`;
  while ((await count(cluster, `${of} AND asked IS NOT NULL`)) === 0) await sleep(5);
  const askedAt = performance.now();
  // What a worker or a lane holds is active among the tasks.
  const held = `steno_tasks.job WHERE name = 'window' AND state = 'active' AND singleton_key LIKE '${id}/%'`;
  while ((await count(cluster, held)) === 0) await sleep(5);
  return performance.now() - askedAt;
}

async function measure(cluster: Cluster, nodes: readonly Node[], others: Client, short: string) {
  const planned = await count(cluster, 'windows');
  const over = new AbortController();
  const lists: number[] = [];
  const waits: number[] = [];
  const asking = (async () => {
    for (let at = 0; !over.signal.aborted; at++) {
      const startedAt = performance.now();
      await nodes[at % nodes.length]?.client.listTranscriptions({ limit: LISTED });
      lists.push(performance.now() - startedAt);
      await sleep(ASK_EVERY_MS);
    }
  })();
  const before = { ...seen };
  const startedAt = performance.now();
  while ((await count(cluster, 'windows WHERE done = 1')) < planned * MEASURED_SHARE) {
    if (waits.length < MINUTES) waits.push(await minuteWaits(others, cluster, short));
    await sleep(1_000);
  }
  const tookMs = performance.now() - startedAt;
  over.abort();
  await asking;
  return { busy: (seen.busyMs - before.busyMs) / (WORKERS * tookMs), lists, waits, tookMs };
}

const server = await startPostgres();
const leaving = new AbortController();
try {
  const hour = join(folder, 'hour.wav');
  writeFileSync(hour, wavFile(composeHour().samples));
  const long = join(folder, 'long.mp3');
  await run('ffmpeg', ['-stream_loop', String(hours - 1), '-i', hour, '-ac', '1', '-y', long]);
  const short = join(folder, 'short.wav');
  writeFileSync(short, wavFile(composeHour(loadPool()).samples.subarray(0, MINUTE_SAMPLES)));
  const engine = await writeProgram(join(folder, 'engine'), {
    file: process.execPath,
    args: [join(import.meta.dirname, 'simulated-workers.ts'), '--engine', String(WINDOW_MS)],
  });
  const cluster = await makeCluster(server);
  const env = { STENO_ENGINE: engine, STENO_DEVICE: 'cpu' };
  const nodes = [await cluster.start('first', env), await cluster.start('second', env)];
  const [first, second] = nodes as [Node, Node];
  const { key: workerKey } = await first.client.createKey({ name: 'workers', scope: 'worker' });
  const { key: other } = await first.client.createKey({ name: 'others', scope: 'all' });
  const others = createClient({ baseUrl: second.url, key: other });
  const listed = join(folder, 'listed.wav');
  writeFileSync(listed, wavFile(loadPool().subarray(0, LISTED_SAMPLES)));
  const ids = await Promise.all(Array.from({ length: LISTED }, () => begin(others, listed)));
  for (const id of ids) await finished(others, id);
  const long9 = await begin(first.client, long);
  while (
    (await count(cluster, `windows WHERE transcription_id = '${long9}' AND asked IS NOT NULL`)) < 10
  ) {
    await sleep(100);
  }
  await Promise.all(
    Array.from({ length: WORKERS }, (_, at) => {
      const { url } = at % 2 === 0 ? first : second;
      const worker = { name: `worker ${at}`, pace, signal: leaving.signal };
      return joinSimulated({ url, key: workerKey }, worker);
    }),
  );
  await sleep(SETTLING_MS);
  const [{ model = '' } = {}] = cpus();
  console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
  const { busy, lists, waits, tookMs } = await measure(cluster, nodes, others, short);
  const sorted = lists.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? 0;
  console.log(`${WORKERS} workers busy ${busy.toFixed(3)} for ${(tookMs / 1000).toFixed(0)} s`);
  console.log(
    `a list of ${LISTED}: ${median(lists).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${lists.length}`,
  );
  console.log(
    `a minute waits ${median(waits).toFixed(0)} ms for its first lane, ${Math.max(...waits).toFixed(0)} at most of ${waits.length}`,
  );
} finally {
  leaving.abort();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
