/**
 * Services that share one recording: `node test/bench/several-services.ts [HOURS]`. Each has one lane of an engine that
 * takes 50 ms a window; prints how many windows a second one, two and four of them transcribe, and how long the others
 * wait when the one that planned the recording is killed. For docs/scale.md; Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { wavFile } from '../helpers/corpus/audio.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { type Cluster, makeCluster, type Node } from '../helpers/harness/nodes.ts';
import { startPostgres } from '../helpers/harness/postgres.ts';
import { composeHour } from './long-recording.ts';

const run = promisify(execFile);
const hours = Number(process.argv[2] ?? 9);
const WINDOW_MS = 50;
const COUNTS = [1, 2, 4];
const MEASURE_MS = 15_000;
const SETTLING_MS = 500;
const MEASURED_SHARE = 0.9;
const LOOK_MS = 20;
const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'steno-services-'));
const server = await startPostgres();

async function recording(): Promise<string> {
  const hour = join(folder, 'hour.wav');
  writeFileSync(hour, wavFile(composeHour().samples));
  const path = join(folder, 'long.mp3');
  await run('ffmpeg', ['-stream_loop', String(hours - 1), '-i', hour, '-ac', '1', '-y', path]);
  return path;
}

async function begin({ client }: Node, path: string): Promise<string> {
  const { url } = await client.uploadFile(await openAsBlob(path), 'talk.mp3');
  const { id } = await client.createTranscription({ url, language: 'en', structure: false });
  return id;
}

/** How many windows are stored. */
async function stored({ query }: Cluster): Promise<number> {
  const [row] = await query('SELECT COUNT(*)::float8 AS done FROM windows WHERE done = 1');
  return Number(row?.['done']);
}

async function untilAsked({ query }: Cluster): Promise<void> {
  for (;;) {
    const [row] = await query(
      'SELECT COUNT(*)::float8 AS asked FROM windows WHERE asked IS NOT NULL',
    );
    if (Number(row?.['asked']) > 0) return;
    await sleep(100);
  }
}

/** Waits for the next window to be stored; returns how long that took, in ms. */
async function nextStored(cluster: Cluster, from: number): Promise<number> {
  const before = await stored(cluster);
  while ((await stored(cluster)) === before) await sleep(LOOK_MS);
  return performance.now() - from;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function start(cluster: Cluster, name: string): Promise<Node> {
  const engine = await writeProgram(join(folder, `engine-${name}`), {
    file: process.execPath,
    args: [join(import.meta.dirname, 'simulated-workers.ts'), '--engine', String(WINDOW_MS)],
  });
  return cluster.start(name, { STENO_ENGINE: engine, STENO_DEVICE: 'cpu' });
}

async function speed(count: number, path: string): Promise<number> {
  const cluster = await makeCluster(server);
  const nodes: Node[] = [];
  for (let at = 0; at < count; at++) nodes.push(await start(cluster, `service-${at}`));
  const [first] = nodes as [Node];
  await begin(first, path);
  await untilAsked(cluster);
  const [row] = await cluster.query('SELECT COUNT(*)::float8 AS planned FROM windows');
  const most = Number(row?.['planned']) * MEASURED_SHARE;
  await sleep(SETTLING_MS);
  const before = await stored(cluster);
  const from = performance.now();
  let done = before;
  // When the last are under way, lanes are idle.
  while (done < most && performance.now() - from < MEASURE_MS) {
    await sleep(LOOK_MS);
    done = await stored(cluster);
  }
  const perSecond = (done - before) / ((performance.now() - from) / 1000);
  await cluster.stop();
  return perSecond;
}

/** Kills the service that planned the recording; the next window of the others, and those that it held. */
async function killed(path: string): Promise<{ next: number; held: number }> {
  const cluster = await makeCluster(server);
  const first = await start(cluster, 'first');
  await begin(first, path);
  await untilAsked(cluster);
  await start(cluster, 'second');
  await start(cluster, 'third');
  await sleep(2_000);
  const from = performance.now();
  await cluster.kill(first);
  const held = await cluster.query(
    'SELECT idx::int AS idx FROM windows WHERE asked IS NOT NULL ORDER BY place, idx LIMIT 3',
  );
  const next = await nextStored(cluster, from);
  const list = held.map(({ idx }) => Number(idx)).join(', ');
  for (;;) {
    const [row] = await cluster.query(
      `SELECT COUNT(*)::float8 AS left FROM windows WHERE done = 0 AND idx IN (${list})`,
    );
    if (Number(row?.['left']) === 0) break;
    await sleep(LOOK_MS);
  }
  const over = performance.now() - from;
  await cluster.stop();
  return { next, held: over };
}

try {
  const path = await recording();
  const [cpu] = cpus();
  console.log(`${cpu?.model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
  let one = 0;
  for (const count of COUNTS) {
    const perSecond = await speed(count, path);
    if (count === 1) one = perSecond;
    const share = (perSecond / (one * count)).toFixed(2);
    console.log(`| ${count} | ${perSecond.toFixed(1)} | ${share} |`);
  }
  const seen: { next: number; held: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) seen.push(await killed(path));
  const next = seen.map((it) => it.next);
  const held = seen.map((it) => it.held);
  console.log(
    `killed: next window after ${median(next).toFixed(0)} ms (at most ${Math.max(...next).toFixed(0)}), ` +
      `its own after ${(median(held) / 1000).toFixed(1)} s (at most ${(Math.max(...held) / 1000).toFixed(1)})`,
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
