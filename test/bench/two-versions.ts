/**
 * Compares the service with another version of it: `node test/bench/two-versions.ts FOLDER`, the other one's checkout with
 * its packages. Both in turn, on a database file and with today's engine: from the start until ready, memory when idle,
 * creating transcriptions, and a whole job. Prints medians and their ratios.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildService } from '../../scripts/bootstrap/service.mjs';
import { median } from '../../src/main/engine/bench.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { realEngine, writeProgram } from '../helpers/engines/engine-programs.ts';
import { connect } from '../helpers/harness/app.ts';
import { ask, byClients, percentile } from './many-clients.ts';

const ROUNDS = Number(process.argv[3] ?? 9);
const CLIENTS = 10;
const CREATED = 3_000;
const SETTLING_MS = 3_000;
const POLLING_MS = 20;
const JOB_SAMPLES = 120 * 16_000;

const other = process.argv[2];
if (other === undefined) throw new Error('Name the folder of the other version.');
const here = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'steno-versions-'));
const engine = await writeProgram(join(folder, 'engine'), realEngine);
const recording = join(folder, 'recording.wav');
writeFileSync(recording, wavFile(loadPool().subarray(0, JOB_SAMPLES)));

async function serve(program: string, data: string) {
  const startedAt = performance.now();
  const args = [program, 'serve', '--port', '0', '--data', data, '--model', demoModel];
  const env = { PATH: process.env['PATH'], STENO_ENGINE: engine, STENO_YT_DLP_URL: '' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const readyMs = performance.now() - startedAt;
  const { url } = JSON.parse(line) as { url: string };
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return {
    url,
    readyMs,
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024,
    async stop(): Promise<void> {
      child.kill();
      await exited;
    },
  };
}

async function measure(program: string): Promise<Record<string, number>> {
  const data = mkdtempSync(join(folder, 'data-'));
  const service = await serve(program, data);
  const client = await connect(data);
  await sleep(SETTLING_MS);
  const megabytes = service.megabytes();
  const { key } = await client.createKey({ name: 'bench' });
  const { key: testKey } = await client.createKey({ name: 'bench of answers', test: true });
  const { url } = await client.uploadFile(await openAsBlob(recording), 'recording.wav');
  const agent = new Agent({ keepAlive: true });
  const job = async () => {
    const startedAt = performance.now();
    const { id } = await client.createTranscription({ url, reuse: false, language: 'en' });
    // Not by the client: another version's results have other parts.
    const result = `${service.url}/v1/transcriptions/${id}`;
    for (let status = ''; status !== 'completed'; await sleep(POLLING_MS)) {
      ({ status } = JSON.parse((await ask(agent, key, result)).body) as { status: string });
      if (status === 'failed') throw new Error('The recording failed.');
    }
    return performance.now() - startedAt;
  };
  // The engine's start is part of the first.
  await job();
  const jobMs = await job();
  agent.destroy();
  const source = { url: 'http://127.0.0.1:9/never.mp3' };
  const create = () =>
    byClients(CLIENTS, CREATED, (agent) =>
      ask(agent, testKey, `${service.url}/v1/transcriptions`, source),
    );
  const created = (await create()).map(({ ms }) => ms);
  await service.stop();
  rmSync(data, { recursive: true });
  return {
    'ready, ms': service.readyMs,
    'idle, MB': megabytes,
    'created, half within, ms': percentile(created, 0.5),
    'created, 99 of 100 within, ms': percentile(created, 0.99),
    'two minutes with the demo model, ms': jobMs,
  };
}

try {
  const programs = await Promise.all(
    [other, here].map(async (root) => join(await buildService(root, process.execPath), 'cli.js')),
  );
  const seen: Record<string, number>[][] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, program] of programs.entries()) {
      const measured = await measure(program);
      // The first of each reads its files from the disk.
      if (round > 0) seen[at]?.push(measured);
    }
  }
  const [{ model = '' } = {}] = cpus();
  console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
  const of = (at: number, what: string) => median(seen[at]?.map((one) => one[what] ?? 0) ?? []);
  for (const what of Object.keys(seen[1]?.[0] ?? {})) {
    const [was, is] = [of(0, what), of(1, what)];
    console.log(`| ${what} | ${was.toFixed(1)} | ${is.toFixed(1)} | ${(is / was).toFixed(2)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
