/**
 * Measures the service around the engine: `node test/bench/service.ts`. Time from `steno serve` to ready, idle memory,
 * and the share of a 10-minute transcription that is not the engine's compute, with a model of base size and random
 * weights. Writes the figures into docs/measurements/service.md. Give it an idle machine and a quarter of an hour.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceProgram } from '../../scripts/bootstrap/service.mjs';
import { median } from '../../src/main/engine/bench.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { writeSection } from './page.ts';
import { BASE, writeRandomModel } from './random-model.ts';

const root = join(import.meta.dirname, '../..');
const SECTION = '## The service';
const STARTS = 7;
const RECORDING_MINUTES = 10;
const SAMPLES_A_MINUTE = 16_000 * 60;

type Line = { time: number; msg: string; computeMs?: number };

/** A running `steno serve` and every line of its log. */
async function serve(dataDir: string, model?: string) {
  const startedAt = performance.now();
  const args = [serviceProgram(root), 'serve', '--port', '0', '--data', dataDir];
  const child = spawn(process.execPath, model ? [...args, '--model', model] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], STENO_LOG: 'debug' },
  });
  const log: Line[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(JSON.parse(line) as Line));
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    readyMs: performance.now() - startedAt,
    log,
    /** Resident memory in MB. */
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function measureStart(folder: string): Promise<{ readyMs: number; memoryMb: number }> {
  const samples: { readyMs: number; memoryMb: number }[] = [];
  for (let i = 0; i < STARTS; i++) {
    const service = await serve(join(folder, 'start'));
    await sleep(2_000);
    samples.push({ readyMs: service.readyMs, memoryMb: service.memory() });
    await service.stop();
  }
  return {
    readyMs: median(samples.map(({ readyMs }) => readyMs)),
    memoryMb: median(samples.map(({ memoryMb }) => memoryMb)),
  };
}

/** Wall time of one transcription, and the time in which at least one lane of the engine was computing. */
async function measureOverhead(folder: string): Promise<{ wallMs: number; computeMs: number }> {
  const model = join(folder, 'base.bin');
  await writeRandomModel(demoModel, model, BASE);
  const recording = join(folder, 'recording.wav');
  writeFileSync(recording, wavFile(loadPool().subarray(0, RECORDING_MINUTES * SAMPLES_A_MINUTE)));
  const dataDir = join(folder, 'overhead');
  const service = await serve(dataDir, model);
  const client = await connect(dataDir);
  const startedAt = Date.now();
  const file = await client.uploadFile(await openAsBlob(recording), 'recording.wav');
  const { id } = await client.createTranscription({ url: file.url });
  await finished(client, id);
  const wallMs = Date.now() - startedAt;
  await service.stop();
  const busy = service.log
    .filter((line) => line.computeMs !== undefined)
    .map(({ time, computeMs = 0 }): [number, number] => [time - computeMs, time]);
  return { wallMs, computeMs: unionLength(busy) };
}

/** How long at least one of the intervals lasts. */
function unionLength(intervals: [number, number][]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of intervals.sort(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const start = await measureStart(folder);
  const { wallMs, computeMs } = await measureOverhead(folder);
  const overhead = ((wallMs - computeMs) / wallMs) * 100;
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    SECTION,
    '',
    `${date}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node ${process.version}.`,
    '',
    '| | measured | aim |',
    '|---|---|---|',
    `| \`steno serve\` to ready, median of ${STARTS} | ${start.readyMs.toFixed(0)} ms | 500 ms |`,
    `| idle memory, median of ${STARTS} | ${start.memoryMb.toFixed(0)} MB | 150 MB |`,
    `| ${RECORDING_MINUTES} minutes with a base-size model of random weights, whole job | ${(wallMs / 1000).toFixed(1)} s | |`,
    `| of that, not the engine's compute | ${((wallMs - computeMs) / 1000).toFixed(1)} s, ${overhead.toFixed(1)}% | 8% |`,
    '',
    'Made by `node test/bench/service.ts`.',
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('service', section);
} finally {
  rmSync(folder, { recursive: true });
}
