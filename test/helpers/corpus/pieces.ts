/** Sound as it is sent while it is recorded. */
import type { Client } from '../../../src/shared/client.ts';
import { RECORDED_RATE } from '../../../src/shared/recordings.ts';
import { bytesOfS16 } from './audio.ts';

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
