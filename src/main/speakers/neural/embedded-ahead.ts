/**
 * Windows of a recording that are embedded before it is labeled, while its words are still being transcribed. The file
 * holds what the rows follow from, as a hash, and then a row of 32-bit floats for each window, in their order, as many
 * as were embedded when there was no more time.
 */
import { hash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import type { TimeSpan } from '../../../shared/time.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { openSamples } from '../samples.ts';
import { cutVoiceWindows } from '../voice-embeddings.ts';
import { BLOCK } from './embedding-work.ts';
import { NEURAL_WINDOW_MS, openEmbedder } from './window-embedder.ts';
import { type EmbeddingSettings, embeddingSettingsFor } from './within-class.ts';

export type EmbedAheadRequest = {
  /** 16 kHz mono s16le. */
  path: string;
  regions: readonly TimeSpan[];
  /** An ONNX speaker model. */
  model: string;
  /** Where the rows are written. */
  ahead: string;
};

/**
 * Embeds the windows of the speech, one after the other, and writes them block by block. Returns how many there are.
 * @throws as `neuralEmbeddings`, and when the file cannot be written
 */
export async function embedAhead(
  { path, regions, model, ahead }: EmbedAheadRequest,
  onProgress: (fraction: number) => void,
): Promise<number> {
  const digest = await sha256OfFile(model);
  const settings = embeddingSettingsFor(digest);
  const embed = openEmbedder(model, settings);
  const windows = cutVoiceWindows(regions, NEURAL_WINDOW_MS);
  using samples = openSamples(path);
  // A process of an earlier run may still have the file open.
  await rm(ahead, { force: true });
  await using file = await open(ahead, 'wx', 0o600);
  await file.appendFile(keyOf({ digest, settings, windows }));
  for (let from = 0; from < windows.length; from += BLOCK) {
    const block = windows.slice(from, from + BLOCK);
    const rows = new Float32Array(block.length * embed.dim);
    for (const [row, window] of block.entries())
      rows.set(embed(samples.read(window)), row * embed.dim);
    await file.appendFile(rows);
    onProgress((from + block.length) / windows.length);
  }
  return windows.length;
}

/** The rows of the first windows, `dim` numbers each; none where there is no such file, or it is of other windows. */
export async function readAhead(ahead: string, of: RowsOf, dim: number): Promise<Float32Array> {
  const bytes = await readFile(ahead).catch(() => Buffer.alloc(0));
  const key = keyOf(of);
  if (!bytes.subarray(0, key.length).equals(key)) return new Float32Array(0);
  const rows = Math.floor((bytes.length - key.length) / (dim * 4));
  const numbers = bytes.subarray(key.length, key.length + rows * dim * 4);
  return new Float32Array(Uint8Array.from(numbers).buffer);
}

/** What the rows follow from, beside the samples. */
type RowsOf = { digest: string; settings: EmbeddingSettings; windows: readonly TimeSpan[] };

function keyOf({ digest, settings, windows }: RowsOf): Buffer {
  return hash('sha256', JSON.stringify([digest, settings, windows]), 'buffer');
}
