import { closeSync, openSync, readSync } from 'node:fs';
import type { TimeSpan } from '../../shared/time.ts';

const SAMPLES_A_MS = 16;
const BYTES_A_SAMPLE = 2;

export type Samples = Disposable & {
  /** Values from −1 to 1; shorter at the end of the recording. */
  read(span: TimeSpan): Float32Array;
};

/**
 * Opens 16 kHz mono s16le samples on disk and reads them synchronously, which is fine in a separate process. All
 * processors that Steno runs on are little-endian.
 */
export function openSamples(path: string): Samples {
  const file = openSync(path, 'r');
  return {
    read({ startMs, endMs }) {
      const values = new Int16Array((endMs - startMs) * SAMPLES_A_MS);
      const from = startMs * SAMPLES_A_MS * BYTES_A_SAMPLE;
      const read = readSync(file, values, 0, values.byteLength, from);
      const samples = new Float32Array(Math.floor(read / BYTES_A_SAMPLE));
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = (values[index] ?? 0) / 32_768;
      }
      return samples;
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
