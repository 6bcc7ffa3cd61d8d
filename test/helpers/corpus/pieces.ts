/** Sound as it is sent while it is recorded. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../src/shared/client.ts';
import type { LiveRecording } from '../../../src/shared/recordings.ts';
import { RECORDED_RATE } from '../../../src/shared/sound-pieces.ts';
import { bytesOfS16, s16FromBytes } from './audio.ts';

/** Pieces of a second, the last one shorter; the samples of two tracks are interleaved. */
export function inPieces(samples: Int16Array, tracks = 1): Uint8Array<ArrayBuffer>[] {
  const step = RECORDED_RATE * tracks;
  return Array.from({ length: Math.ceil(samples.length / step) }, (_, index) =>
    Uint8Array.from(bytesOfS16(samples.subarray(index * step, (index + 1) * step))),
  );
}

/** Sends the pieces that a recording lacks, in order. */
export async function sendPieces(
  client: Client,
  id: string,
  pieces: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  const { next_piece: next } = await client.getRecording(id);
  for (const [at, piece] of pieces.slice(next).entries()) {
    await client.putPiece(id, next + at, piece);
  }
}

/** The samples so far of each track of a recording that is being made. */
export async function soundSoFar(
  dataDir: string,
  { id, tracks }: Pick<LiveRecording, 'id' | 'tracks'>,
): Promise<Int16Array[]> {
  const samples = s16FromBytes(await readFile(join(dataDir, 'live', id, 'sound')));
  return tracks.map((_, track) => samples.filter((__, at) => at % tracks.length === track));
}
