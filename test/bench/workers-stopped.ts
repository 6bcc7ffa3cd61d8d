/**
 * Times how soon workers are free: `node test/bench/workers-stopped.ts [WORKERS]`. After a cancel, until a worker's lane
 * is idle; after SIGTERM to all of them at once, until the last one has ended. Results go into docs/scale.md by hand.
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../src/main/engine/bench.ts';
import type { Client } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../helpers/engines/engine-programs.ts';
import { fakeCard } from '../helpers/engines/fake-card.ts';
import { finished } from '../helpers/harness/app.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { startWorker, type WorkerProcess } from '../helpers/harness/worker-process.ts';
import { composeHour } from './long-recording.ts';

const WORKERS = Number(process.argv[2] ?? 50);
const CANCELS = 11;
const LOOK_EVERY_MS = 10;
/** So many start at a time. */
const TOGETHER = 5;

const folder = mkdtempSync(join(tmpdir(), 'steno-stopped-'));
const engineOf = (name: string, program: typeof hangingEngine) =>
  writeProgram(join(folder, name), program);

const busy = async (client: Client): Promise<number> =>
  (await client.listMachines()).data.reduce((sum, machine) => sum + machine.busy, 0);
async function until(look: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await look())) await sleep(LOOK_EVERY_MS);
  return performance.now() - startedAt;
}

async function withService(
  engine: string,
  use: (client: Client, enlist: (name: string) => Promise<WorkerProcess>) => Promise<void>,
): Promise<void> {
  const env = { STENO_ENGINE: engine, STENO_LANES: '1', STENO_THREADS: '1', STENO_DEVICE: 'cpu' };
  const service = await startService(mkdtempSync(join(folder, 'data-')), env);
  const { key } = await service.client.createKey({ name: 'bench', scope: 'worker' });
  try {
    await use(service.client, async (name) => {
      const worker = await startWorker({ url: service.url, key }, { name, engine });
      await worker.joined();
      return worker;
    });
  } finally {
    await service.stop();
  }
}

/** The service's own lane has the first recording; the worker that of the second, which never ends. */
async function cancels(): Promise<number[]> {
  const times: number[] = [];
  await withService(await engineOf('hanging', hangingEngine), async (client, enlist) => {
    const worker = await enlist('worker');
    const begin = async () => {
      const { url } = await client.uploadFile(new Blob([new Uint8Array(shortBytes())]), 'a.mp3');
      return (await client.createTranscription({ url, language: 'en', reuse: false })).id;
    };
    while (times.length < CANCELS) {
      const ids = [await begin(), await begin()];
      await until(async () => (await busy(client)) === 1);
      // As people do, at any time between two signs of life.
      await sleep(Math.random() * 5_000);
      const startedAt = performance.now();
      for (const id of ids) await client.cancelTranscription(id);
      await until(async () => (await busy(client)) === 0);
      times.push(performance.now() - startedAt);
    }
    await worker.kill();
  });
  return times;
}

async function drain(): Promise<{ ms: number; lines: string }> {
  let ms = 0;
  let lines = '';
  const simulated = await engineOf('simulated', fakeCard('good', join(folder, 'starts')));
  const path = join(folder, 'hour.wav');
  writeFileSync(path, wavFile(composeHour(loadPool()).samples));
  await withService(simulated, async (client, enlist) => {
    const workers: WorkerProcess[] = [];
    while (workers.length < WORKERS) {
      const names = Array.from({ length: TOGETHER }, (_, at) => `worker ${workers.length + at}`);
      workers.push(...(await Promise.all(names.map(enlist))));
    }
    const { url } = await client.uploadFile(await openAsBlob(path), 'talk.wav');
    const { id } = await client.createTranscription({ url, language: 'en', structure: false });
    await until(async () => (await busy(client)) > 0);
    const startedAt = performance.now();
    const codes = await Promise.all(workers.map((worker) => worker.stop()));
    ms = performance.now() - startedAt;
    const left = (await client.listMachines()).data.length;
    const { status, warnings } = await finished(client, id);
    const bad = codes.filter((code) => code !== 0).length;
    const told = warnings.map(({ code }) => code).join(', ');
    lines = `${bad} ended badly, ${left} still listed; the recording ${status} (${told})`;
  });
  return { ms, lines };
}

const [{ model = '' } = {}] = cpus();
console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
const times = (await cancels()).toSorted((a, b) => a - b);
const worst = times.at(-1)?.toFixed(0);
console.log(`idle after a cancel: ${median(times).toFixed(0)} ms, ${worst} at most of ${CANCELS}`);
const { ms, lines } = await drain();
console.log(`${WORKERS} workers asked to stop: ${(ms / 1000).toFixed(1)} s; ${lines}`);
rmSync(folder, { recursive: true });
process.exit(0);
