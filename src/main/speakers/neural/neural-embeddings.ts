import { basename, extname } from 'node:path';
import type { TimeSpan } from '../../../shared/time.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { SOUND_NUMBERS } from '../sound/window-sound.ts';
import { embeddingSpaceOf, normalize, rowOf, type VoiceEmbeddings } from '../voice-embeddings.ts';
import { readAhead } from './embedded-ahead.ts';
import {
  embedBlocks,
  embedInSecondThread,
  freeUnfinished,
  shareWork,
  takeRows,
} from './embedding-work.ts';
import { openEmbedder } from './window-embedder.ts';
import { embeddingSettingsFor } from './within-class.ts';

/**
 * The embedding of each window by a speaker model. Windows without an embedding are left out.
 * @param source 16 kHz mono s16le, the speaker model, and the file of windows that were embedded before, if there is one
 * @throws when sherpa-onnx-node is not installed; a file that is not a model ends the whole process.
 */
export async function neuralEmbeddings(
  { path, model, ahead = null }: { path: string; model: string; ahead?: string | null },
  windows: readonly TimeSpan[],
  onProgress: (fraction: number) => void,
): Promise<VoiceEmbeddings> {
  const digest = await sha256OfFile(model);
  const settings = embeddingSettingsFor(digest);
  const embed = openEmbedder(model, settings);
  const work = shareWork(path, windows, embed.dim);
  if (ahead !== null)
    takeRows(work, await readAhead(ahead, { digest, settings, windows }, embed.dim));
  const secondThread = embedInSecondThread({ work, model, settings });
  await embedBlocks(work, embed, onProgress);
  await secondThread;
  freeUnfinished(work.blocks);
  await embedBlocks(work, embed, onProgress);
  const embedded = windows
    .map((window, row) => ({ window, numbers: rowOf(work.vectors, embed.dim, row) }))
    .filter(({ numbers }) => numbers.some((value) => value !== 0));
  if (embedded.length === 0 && windows.length > 0) throw new Error('The model gives no numbers.');
  const name = basename(model, extname(model));
  return {
    model: name,
    digest,
    space: embeddingSpaceOf(embed.network, digest),
    dim: embed.network,
    windows: embedded.map(({ window }) => window),
    vectors: joinRows(embedded.map(({ numbers }) => numbers.subarray(0, embed.network))),
    sounds: settings.sound
      ? compareSounds(embedded.map(({ numbers }) => numbers.subarray(embed.network)))
      : undefined,
  };
}

/** Copies the rows into memory that is not shared. */
function joinRows(rows: readonly Float32Array[]): Float32Array {
  const dim = rows[0]?.length ?? 0;
  const joined = new Float32Array(rows.length * dim);
  rows.forEach((row, index) => {
    joined.set(row, index * dim);
  });
  return joined;
}

/** The spread of the cepstra c1…c19 and of the log pitch between windows of one voice. */
const SPREAD = [
  ...[7.5, 6, 7, 4.8, 3.5, 3.6, 2.9, 2.4, 2.6, 2.2, 2.1, 2, 1.9, 1.6, 1.6, 1.5, 1.4, 1.3, 1.1],
  0.15,
];
/** Their weight relative to an embedding of length 1, tuned on composed dialogues (test/bench/speakers.ts). */
const SOUND_WEIGHT = 0.075;

/** Rows of `createWindowSound`, NaN where there was none, relative to their mean: 0 for unknown values. */
export function compareSounds(rows: readonly Float32Array[]): Float32Array {
  const sounds = new Float32Array(rows.length * SOUND_NUMBERS);
  const known = rows.filter((row) => !Number.isNaN(row[0]));
  for (let number = 0; number < SOUND_NUMBERS; number += 1) {
    const mean =
      known.reduce((sum, row) => sum + (row[number] ?? 0), 0) / Math.max(1, known.length);
    rows.forEach((row, index) => {
      const away = ((row[number] ?? 0) - mean) / (SPREAD[number] ?? 1);
      sounds[index * SOUND_NUMBERS + number] = Number.isNaN(away) ? 0 : away * SOUND_WEIGHT;
    });
  }
  return sounds;
}

/**
 * The same windows with embedding and features in one row of length 1, to distinguish the speakers of this recording.
 */
export function withSounds(embeddings: VoiceEmbeddings): VoiceEmbeddings {
  const { dim, windows, sounds, ...rest } = embeddings;
  if (!sounds) return embeddings;
  const wider = dim + SOUND_NUMBERS;
  const vectors = new Float32Array(windows.length * wider);
  windows.forEach((_, index) => {
    const row = rowOf(vectors, wider, index);
    row.set(rowOf(embeddings.vectors, dim, index));
    row.set(rowOf(sounds, SOUND_NUMBERS, index), dim);
    normalize(row);
  });
  return { ...rest, dim: wider, windows, vectors };
}
