import { open } from 'node:fs/promises';
import type { Engine } from '../engine.ts';
import type { PcmSource } from './frame-levels.ts';

/** Samples of one probability, two bytes each: 32 ms. */
const FRAME_BYTES = 512 * 2;
/** What one request holds: as many whole frames as fit into the engine's 30 s. */
const REQUEST_FRAMES = 936;
/** The detector starts every request anew; what it says in these first two seconds is dropped, except at the start. */
const WARM_UP_FRAMES = 64;
const STEP_FRAMES = REQUEST_FRAMES - WARM_UP_FRAMES;
const SILENCE = Buffer.alloc(REQUEST_FRAMES * FRAME_BYTES);

/**
 * How likely somebody speaks, 0–1, for every 32 ms of a file; asks the engine on all its lanes. It is not asked about
 * digital silence, of which a file of some kilobytes can unfold to hours.
 */
export async function readProbabilities(
  { path, signal }: PcmSource,
  engine: Pick<Engine, 'info' | 'speech'>,
): Promise<Float32Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const probabilities = new Float32Array(Math.ceil(size / FRAME_BYTES));
  let next = 0;
  const lane = async (): Promise<void> => {
    // Free again once the engine has answered; a new one for each request would be 64 MB before they are cleared.
    const pcm = new Uint8Array(REQUEST_FRAMES * FRAME_BYTES);
    for (let from = next; from < probabilities.length; from = next) {
      next += STEP_FRAMES;
      const start = Math.max(0, from - WARM_UP_FRAMES);
      const bytes = (from - start + STEP_FRAMES) * FRAME_BYTES;
      const { bytesRead } = await file.read(pcm, 0, bytes, start * FRAME_BYTES);
      const samples = pcm.subarray(0, bytesRead - (bytesRead % 2));
      signal.throwIfAborted();
      if (SILENCE.subarray(0, samples.length).equals(samples)) continue;
      const heard = await engine.speech(samples, { signal });
      probabilities.set(heard.subarray(from - start), from);
    }
  };
  // All lanes are waited for before the file is closed; the first failure is thrown.
  const ended = await Promise.allSettled(Array.from({ length: engine.info.lanes }, lane));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return probabilities;
}
