/**
 * Times how much other machines help: `node test/bench/machines.ts`. A simulated engine takes the same time for every
 * window, so that machines need no processors; the real one shows what a window's way costs. The results go into
 * docs/measurements/service.md.
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../src/main/engine/bench.ts';
import type { Client } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { realEngine, writeProgram } from '../helpers/engines/engine-programs.ts';
import { fakeCard } from '../helpers/engines/fake-card.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { startWorker } from '../helpers/harness/worker-process.ts';
import { composeHour, HOUR_MS } from './long-recording.ts';
import { writeSection } from './page.ts';

const LOOK_EVERY_MS = 10;
const WORKERS = [0, 1, 2, 4];
const SIMULATED_MINUTES = 20;
const REAL_MINUTES = 6;
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'steno-machines-'));
const hour = composeHour(loadPool());

/** From the first text to the last of an upload: what comes before and after is the service's own. */
async function transcribingMs(client: Client, path: string): Promise<number> {
  const { url } = await client.uploadFile(await openAsBlob(path), 'talk.wav');
  const { id } = await client.createTranscription({ url, language: 'en', structure: false });
  let begunAt = 0;
  for (;;) {
    const { stage, status, partial } = await client.getTranscription(id, {
      words: false,
      partial: true,
    });
    if (begunAt === 0 && (partial?.segments.length ?? 0) > 0) begunAt = performance.now();
    if (status === 'failed') throw new Error('It failed.');
    if (begunAt > 0 && stage !== 'transcribing') break;
    await sleep(LOOK_EVERY_MS);
  }
  const tookMs = performance.now() - begunAt;
  await client.deleteTranscription(id);
  return tookMs;
}

/** A service with its own lanes, and workers with one lane each, all with this engine. */
async function withMachines(
  { engine, lanes, workers }: { engine: string; lanes: number; workers: number },
  path: string,
  rounds: number,
): Promise<number> {
  const data = mkdtempSync(join(folder, 'data-'));
  const env = {
    STENO_ENGINE: engine,
    STENO_LANES: String(lanes),
    STENO_THREADS: '1',
    STENO_DEVICE: 'cpu',
  };
  const service = await startService(data, env);
  const { key } = await service.client.createKey({ name: 'bench', scope: 'worker' });
  const helpers = [];
  for (let number = 1; number <= workers; number++) {
    const worker = await startWorker(
      { url: service.url, key },
      { name: `worker ${number}`, engine },
    );
    await worker.joined();
    helpers.push(worker);
  }
  const times: number[] = [];
  // The first has the models loaded everywhere.
  for (let round = 0; round <= rounds; round++) {
    const ms = await transcribingMs(service.client, path);
    if (round > 0) times.push(ms);
  }
  for (const worker of helpers) await worker.stop();
  await service.stop();
  return median(times);
}

/** The start of the hour as a file. */
function fileOf(minutes: number): string {
  const path = join(folder, `${minutes}.wav`);
  const samples = Math.round((hour.samples.length * minutes * 60_000) / HOUR_MS);
  writeFileSync(path, wavFile(hour.samples.subarray(0, samples)));
  return path;
}

const long = fileOf(SIMULATED_MINUTES);
const short = fileOf(REAL_MINUTES);
const simulated = await writeProgram(
  join(folder, 'simulated'),
  fakeCard('good', join(folder, 'starts')),
);
const real = await writeProgram(join(folder, 'real'), realEngine);

const rows: string[] = [];
let alone = 0;
for (const workers of WORKERS) {
  const ms = await withMachines({ engine: simulated, lanes: 1, workers }, long, 1);
  if (workers === 0) alone = ms;
  const linear = alone / ms / (workers + 1);
  rows.push(`| ${workers} | ${(ms / 1000).toFixed(1)} s | ${linear.toFixed(2)} |`);
  console.log(rows.at(-1));
}
const here = await withMachines({ engine: real, lanes: 2, workers: 0 }, short, ROUNDS);
const spread = await withMachines({ engine: real, lanes: 1, workers: 1 }, short, ROUNDS);
const [{ model = '' } = {}] = cpus();
const [load = 0] = loadavg();
const section = [
  '## Several machines',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} processors, load ${load.toFixed(1)}.`,
  `${SIMULATED_MINUTES} minutes of speech, a service with one lane and workers with one lane each, all with a simulated engine that takes 300 ms a`,
  'window: from the first text to the last.',
  '',
  '| workers | time | of linear |',
  '|---|---|---|',
  ...rows,
  '',
  `${REAL_MINUTES} minutes with the real engine and the demo model, two lanes on the same two processors: both of the service`,
  `${(here / 1000).toFixed(1)} s, one of them a worker's ${(spread / 1000).toFixed(1)} s (${(spread / here).toFixed(2)}, medians of ${ROUNDS}).`,
  '',
].join('\n');
console.log(section);
writeSection('service', section);
rmSync(folder, { recursive: true });
