/**
 * Compares the engine with whisper.cpp as its own build configures it: `node test/bench/engine.ts`. Builds
 * whisper-bench from the same source with default flags, runs the two in turn on one model of base size, and writes
 * the medians into docs/measurements/engine.md. Give it an idle machine.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { benchEngine, median } from '../../src/main/engine/bench.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { writeSection } from './page.ts';
import { BASE, writeRandomModel } from './random-model.ts';
import { buildStock } from './stock-whisper.ts';

const SECTION = '## The engine';
const ROUNDS = 5;
const run = promisify(execFile);
/** A sample only starts when the processors were this idle for a while; both programs wait alike. */
const QUIET_SHARE = 0.9;
const QUIET_WINDOW_MS = 2_000;
const PATIENCE_MS = 300_000;

type Measured = { encodeMs: number; decodeMs: number };

/** Reads whisper-bench's own timings, such as `encode time = 850.12 ms / 1 runs ( 850.12 ms per run)`. */
async function runWhisperBench(file: string, model: string, threads: number): Promise<Measured> {
  const { stderr } = await run(file, ['-m', model, '-t', String(threads), '-ng']);
  const perRun = (stage: string) => {
    const match = new RegExp(`${stage} time =.*\\(\\s*([\\d.]+) ms per run\\)`).exec(stderr);
    if (!match) throw new Error(`whisper-bench says nothing about ${stage}`);
    return Number(match[1]);
  };
  return { encodeMs: perRun('encode'), decodeMs: perRun('decode') };
}

/** Waits until no one else uses the machine. Work that starts later is not noticed: look at the samples. */
async function waitForQuiet(): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += QUIET_WINDOW_MS) {
    const before = processorTimes();
    await sleep(QUIET_WINDOW_MS);
    const after = processorTimes();
    if ((after.idle - before.idle) / (after.total - before.total) >= QUIET_SHARE) return;
  }
  throw new Error('The machine is too busy to measure on.');
}

function processorTimes(): { idle: number; total: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(times.map((time) => time.idle)),
    total: sum(times.flatMap((time) => Object.values(time))),
  };
}

function table(stock: Measured[], ours: Measured[], threads: number): string {
  const row = (name: string, of: keyof Measured) => {
    const [theirs, own] = [stock.map((one) => one[of]), ours.map((one) => one[of])];
    const ratio = (median(theirs) / median(own)).toFixed(2);
    return `| ${name} | ${median(theirs).toFixed(1)} | ${median(own).toFixed(1)} | ${ratio}× |`;
  };
  const samples = (name: string, all: Measured[]) =>
    `- ${name}, encode: ${all.map(({ encodeMs }) => encodeMs.toFixed(0)).join(', ')}; ` +
    `decode: ${all.map(({ decodeMs }) => decodeMs.toFixed(1)).join(', ')}`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    SECTION,
    '',
    `Medians of ${ROUNDS} samples in turn, ${date}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, ` +
      `${threads} threads. The same whisper.cpp source and the same f16 model of base size with random weights; ` +
      '"stock" is built with its default flags, `steno-engine` as scripts/build-engine.mjs does.',
    '',
    '| milliseconds | stock whisper-bench | steno-engine | faster |',
    '|---|---|---|---|',
    row('encode one window of 30 s', 'encodeMs'),
    row('decode one token', 'decodeMs'),
    '',
    'Every sample, in order; other work on the machine shows as outliers:',
    '',
    samples('stock', stock),
    samples('steno-engine', ours),
    '',
    'Made by `node test/bench/engine.ts`.',
    '',
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const model = join(folder, 'base.bin');
  await writeRandomModel(demoModel, model, BASE);
  const whisperBench = await buildStock('whisper-bench');
  const threads = availableParallelism();
  const stock: Measured[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await waitForQuiet();
    stock.push(await runWhisperBench(whisperBench, model, threads));
    await waitForQuiet();
    ours.push(await benchEngine({ openEngine, modelPath: model, threads, runs: 1 }));
  }
  const section = table(stock, ours, threads);
  process.stdout.write(section);
  writeSection('engine', section);
} finally {
  rmSync(folder, { recursive: true });
}
