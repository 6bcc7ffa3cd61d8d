/**
 * Times a Parakeet of 0.6B beside Whisper large-v3-turbo, both with random weights in Q8_0, as the catalogue has them:
 * `node test/bench/parakeet.ts`. The results go into docs/measurements/engine.md. Needs 4 GB of disk and 3 GB of memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../src/main/engine/bench.ts';
import type { Engine } from '../../src/main/engine/engine.ts';
import { bytesOfS16, loadPool } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import {
  type ParakeetDims,
  parakeetHead,
  parakeetTensors,
} from '../helpers/engines/parakeet-model.ts';
import { writeSection } from './page.ts';
import { LARGE_V3_TURBO, writeRandomModel } from './random-model.ts';
import { F32, openModelFile, Q8_0 } from './random-tensors.ts';

const ROUNDS = 5;
const WINDOW_MS = 28_000;
const BYTES_A_MS = 32;
/** English speech in such a window, in tokens of Whisper. */
const TOKENS = 100;
/** nvidia/parakeet-tdt-0.6b-v3. */
const PARAKEET: ParakeetDims = {
  vocab: 8192,
  audioCtx: 5000,
  width: 1024,
  heads: 8,
  layers: 24,
  mels: 128,
  ftype: 7,
  fft: 512,
  subsampling: 8,
  channels: 256,
  kernel: 9,
  predDim: 640,
  predLayers: 2,
  durations: 5,
  maxTokens: 10,
};
/** What stays in f32 though it has two dimensions. */
const NO_MATRIX = /depthwise|pos_bias/;

async function writeRandomParakeet(path: string): Promise<void> {
  const file = await openModelFile(path);
  await file.write(parakeetHead(PARAKEET));
  for (const { name, shape } of parakeetTensors(PARAKEET)) {
    const isMatrix = shape.length === 2 && !NO_MATRIX.test(name);
    await file.tensor({ name, shape, type: isMatrix ? Q8_0 : F32 });
  }
  await file.close();
}

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'steno-parakeet-'));
const threads = availableParallelism();
const open = (modelPath: string) => openEngine({ modelPath, lanes: 1, threads, signal });
const speech = compose(loadPool(), clipsIn('en', 30));
const pcm = bytesOfS16(speech.samples).subarray(0, WINDOW_MS * BYTES_A_MS);

/** A window from its samples to its words. */
async function parakeetMs(engine: Engine): Promise<number> {
  const startedAt = performance.now();
  await engine.transcribe(pcm, { language: 'en', signal });
  return performance.now() - startedAt;
}

/** Random weights say endless nonsense; what a window of speech takes is put together from its parts. */
async function whisperMs(engine: Engine): Promise<number> {
  const [run] = (await engine.bench({ runs: 1, signal })).runs;
  return run ? run.encodeMs + TOKENS * run.decodeMs : 0;
}

try {
  const files = { parakeet: join(folder, 'parakeet.bin'), whisper: join(folder, 'whisper.bin') };
  await writeRandomParakeet(files.parakeet);
  await writeRandomModel(demoModel, files.whisper, LARGE_V3_TURBO, Q8_0);
  const parakeet = await open(files.parakeet);
  const whisper = await open(files.whisper);
  await parakeetMs(parakeet);
  const times = { parakeet: [] as number[], whisper: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.parakeet.push(await parakeetMs(parakeet));
    times.whisper.push(await whisperMs(whisper));
  }
  await parakeet.close();
  await whisper.close();
  const row = (name: string, all: number[]) => {
    const ms = median(all);
    const each = all.map((one) => (one / 1000).toFixed(1)).join(', ');
    return `| ${name} | ${(ms / 1000).toFixed(1)} s | ${(WINDOW_MS / ms).toFixed(1)}× | ${each} |`;
  };
  const [{ model = '' } = {}] = cpus();
  const [load = 0] = loadavg();
  const section = [
    '## Parakeet beside Whisper',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${model.trim()}, ${cpus().length} processors, ${threads} threads, load ${load.toFixed(1)} at the end.`,
    `A window of ${WINDOW_MS / 1000} s; both models have the shape and the Q8_0 matrices of the real ones, and random weights. Whisper:`,
    `encoding and ${TOKENS} tokens. Medians of ${ROUNDS} rounds in turn.`,
    '',
    '| model | a window | of real time | each, s |',
    '|---|---|---|---|',
    row('Parakeet TDT 0.6B', times.parakeet),
    row('Whisper large-v3-turbo', times.whisper),
    '',
    'Made by `node test/bench/parakeet.ts`.',
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('engine', section);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
