import { open, writeFile } from 'node:fs/promises';
import { PEAKS_PER_SECOND } from '../../../shared/transcription/media.ts';
import { SAMPLE_RATE } from './ffmpeg.ts';

const SAMPLES_A_PEAK = SAMPLE_RATE / PEAKS_PER_SECOND;
const PEAKS_A_READ = 64;

/**
 * Writes how loud a recording is along its length: one byte for each eighth of a second, 0 silence to 255 the
 * loudest a sample can be. Ten hours are 288,000 bytes.
 */
export async function writeWaveform({
  samples,
  output,
  signal,
}: {
  /** 16 kHz mono s16le. */
  samples: string;
  output: string;
  signal: AbortSignal;
}): Promise<void> {
  await using file = await open(samples, 'r');
  const { size } = await file.stat();
  const peaks = new Uint8Array(Math.ceil(Math.floor(size / 2) / SAMPLES_A_PEAK));
  const block = new Int16Array(SAMPLES_A_PEAK * PEAKS_A_READ);
  for (let at = 0; at < peaks.length; at += PEAKS_A_READ) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(block.buffer);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at * SAMPLES_A_PEAK * 2);
    const read = block.subarray(0, Math.floor(bytesRead / 2));
    for (let index = 0; index * SAMPLES_A_PEAK < read.length; index++) {
      const from = index * SAMPLES_A_PEAK;
      peaks[at + index] = peakOf(read.subarray(from, from + SAMPLES_A_PEAK));
    }
  }
  await writeFile(output, peaks, { mode: 0o600 });
}

function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(255, peak >> 7);
}
