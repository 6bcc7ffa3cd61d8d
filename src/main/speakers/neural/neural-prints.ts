import { basename, extname } from 'node:path';
import type { TimeSpan } from '../../../shared/time.ts';
import { sha256OfFile } from '../../file-digest.ts';
import { neuralSpace, rowOf, type VoicePrints } from '../voice-prints.ts';
import { openHearing } from './hear-voices.ts';
import { freeUnheard, hearBlocks, shareWork } from './hearing-work.ts';
import { hearBeside } from './second-hearing.ts';
import { compareSounds } from './sounds.ts';
import { hearingFor } from './within-voice.ts';

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
  const hearing = hearingFor(digest);
  const hear = openHearing(model, hearing);
  const work = shareWork(path, windows, hear.dim);
  const beside = hearBeside({ work, model, hearing });
  await hearBlocks(work, hear, onProgress);
  await beside;
  freeUnheard(work.blocks);
  await hearBlocks(work, hear, onProgress);
  const heard = windows
    .map((window, row) => ({ window, numbers: rowOf(work.vectors, hear.dim, row) }))
    .filter(({ numbers }) => numbers.some((value) => value !== 0));
  if (heard.length === 0 && windows.length > 0) throw new Error('The model gives no numbers.');
  const name = basename(model, extname(model));
  return {
    model: name,
    digest,
    space: neuralSpace(hear.network, digest),
    dim: hear.network,
    windows: heard.map(({ window }) => window),
    vectors: joinRows(heard.map(({ numbers }) => numbers.subarray(0, hear.network))),
    sounds: hearing.sound
      ? compareSounds(heard.map(({ numbers }) => numbers.subarray(hear.network)))
      : undefined,
  };
}

/** A copy, which is not shared. */
function joinRows(rows: readonly Float32Array[]): Float32Array {
  const dim = rows[0]?.length ?? 0;
  const joined = new Float32Array(rows.length * dim);
  rows.forEach((row, index) => {
    joined.set(row, index * dim);
  });
  return joined;
}
