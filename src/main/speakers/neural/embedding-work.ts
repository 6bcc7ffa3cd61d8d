import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TimeSpan } from '../../../shared/time.ts';
import { openSamples } from '../samples.ts';
import type { EmbedWindow } from './window-embedder.ts';
import type { EmbeddingSettings } from './within-class.ts';

/** Windows of one recording that several threads embed together: each claims the next free block. */
export type EmbeddingWork = {
  /** 16 kHz mono s16le. */
  path: string;
  windows: readonly TimeSpan[];
  /** One row per window; zeros where there is no embedding. Shared. */
  vectors: Float32Array;
  /** One state per block. Shared. */
  blocks: Int32Array;
};

/** So many windows are claimed at a time. */
export const BLOCK = 50;
const FREE = 0;
const TAKEN = 1;
const DONE = 2;

export function shareWork(path: string, windows: readonly TimeSpan[], dim: number): EmbeddingWork {
  const blocks = Math.ceil(windows.length / BLOCK);
  return {
    path,
    windows,
    vectors: new Float32Array(new SharedArrayBuffer(windows.length * dim * 4)),
    blocks: new Int32Array(new SharedArrayBuffer(blocks * 4)),
  };
}

/** Takes over the rows of the first windows, as far as whole blocks of them are there. */
export function takeRows({ windows, vectors, blocks }: EmbeddingWork, rows: Float32Array): void {
  const there = rows.length / (vectors.length / windows.length);
  for (let block = 0; block < blocks.length; block += 1) {
    if (Math.min(windows.length, (block + 1) * BLOCK) > there) break;
    blocks[block] = DONE;
  }
  vectors.set(rows.subarray(0, vectors.length));
}

/** Embeds block after block until all are claimed. */
export async function embedBlocks(
  { path, windows, vectors, blocks }: EmbeddingWork,
  embed: EmbedWindow,
  onProgress: (fraction: number) => void = () => {},
): Promise<void> {
  using samples = openSamples(path);
  for (let block = 0; block < blocks.length; block += 1) {
    if (Atomics.compareExchange(blocks, block, FREE, TAKEN) !== FREE) continue;
    const end = Math.min(windows.length, (block + 1) * BLOCK);
    for (let row = block * BLOCK; row < end; row += 1) {
      const window = windows[row];
      if (window) vectors.set(embed(samples.read(window)), row * embed.dim);
    }
    Atomics.store(blocks, block, DONE);
    onProgress(blocks.reduce((sum, state) => sum + (state === DONE ? 1 : 0), 0) / blocks.length);
    // The library frees a window's memory only between turns of the event loop: 2.5 GB in ten hours.
    await setImmediate();
  }
}

/** Releases blocks that were claimed but never finished. */
export function freeUnfinished(blocks: Int32Array): void {
  blocks.forEach((state, block) => {
    if (state === TAKEN) blocks[block] = FREE;
  });
}

export type WorkerTask = { work: EmbeddingWork; model: string; settings: EmbeddingSettings };

/** With fewer windows left the second thread would only be ready when the first is done. */
const WORTH_A_THREAD = 200;

/** Beside this file when run from source; beside the desktop app's bundle under the same name. */
const PROGRAM = new URL(`./embedding-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs a second thread beside the caller if there are enough processors and windows. Resolves when it has ended, for
 * whatever reason: the caller embeds what it left.
 */
export async function embedInSecondThread(task: WorkerTask, program = PROGRAM): Promise<void> {
  const left = task.work.blocks.filter((state) => state === FREE).length * BLOCK;
  if (availableParallelism() < 2 || left < WORTH_A_THREAD) return;
  const worker = new Worker(program, { workerData: task });
  await new Promise<void>((resolve) => {
    worker.once('error', () => {});
    worker.once('exit', () => resolve());
  });
}
