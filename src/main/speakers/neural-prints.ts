import { basename, extname } from 'node:path';
import type { TimeSpan } from '../../shared/time.ts';
import { sha256OfFile } from '../file-digest.ts';
import { openHearing } from './hear-voices.ts';
import { freeUnheard, hearBlocks, shareWork } from './hearing-work.ts';
import { hearBeside } from './second-hearing.ts';
import { rowOf, type VoicePrints } from './voice-prints.ts';
import { speedsFor } from './within-voice.ts';

/**
 * What a speaker network makes of each window. Windows it makes no numbers of are left out.
 * @param path 16 kHz mono s16le
 * @throws when sherpa-onnx-node is not installed; a file that is no model ends the whole process.
 */
export async function neuralPrints(
  path: string,
  windows: readonly TimeSpan[],
  model: string,
  onProgress: (fraction: number) => void,
): Promise<VoicePrints> {
  const digest = await sha256OfFile(model);
  const speeds = speedsFor(digest);
  const hear = openHearing(model, speeds);
  const work = shareWork(path, windows, hear.dim);
  const beside = hearBeside({ work, model, speeds });
  await hearBlocks(work, hear, onProgress);
  await beside;
  freeUnheard(work.blocks);
  await hearBlocks(work, hear, onProgress);
  const { kept, vectors } = withoutUnheard(windows, work.vectors, hear.dim);
  if (kept.length === 0 && windows.length > 0) throw new Error('The model gives no numbers.');
  const name = basename(model, extname(model));
  return {
    model: name,
    digest,
    space: `neural ${hear.dim} ${digest.slice(0, 16)}`,
    dim: hear.dim,
    windows: kept,
    vectors,
  };
}

/** The windows of which numbers were made, and a copy of those numbers that is not shared. */
function withoutUnheard(windows: readonly TimeSpan[], shared: Float32Array, dim: number) {
  const heard = windows.map((_, row) => rowOf(shared, dim, row).some((value) => value !== 0));
  const kept = windows.filter((_, row) => heard[row]);
  const vectors = new Float32Array(kept.length * dim);
  let at = 0;
  for (const [row, isHeard] of heard.entries()) {
    if (!isHeard) continue;
    vectors.set(rowOf(shared, dim, row), at);
    at += dim;
  }
  return { kept, vectors };
}
