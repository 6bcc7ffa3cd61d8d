import { closeSync, openSync, readSync } from 'node:fs';
import type { TimeSpan } from '../../shared/time.ts';

const BYTES_A_MS = 32;

export type Samples = Disposable & {
  /** −1 to 1; shorter where the recording ends. */
  read(span: TimeSpan): Float32Array;
};

/** 16 kHz mono s16le samples on disk, read piece by piece: a process of its own may wait for them. */
export function openSamples(path: string): Samples {
  const file = openSync(path, 'r');
  return {
    read({ startMs, endMs }) {
      const bytes = Buffer.alloc((endMs - startMs) * BYTES_A_MS);
      const read = readSync(file, bytes, 0, bytes.length, startMs * BYTES_A_MS);
      const samples = new Float32Array(read >> 1);
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = bytes.readInt16LE(index * 2) / 32_768;
      }
      return samples;
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
