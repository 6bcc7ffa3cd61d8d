import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { TimeSpan } from '../../shared/time.ts';
import { createHiss } from './add-hiss.ts';
import type { Samples } from './samples.ts';
import { normalize, type VoicePrints } from './voice-prints.ts';
import { speedsFor } from './within-voice.ts';

/** The part of sherpa-onnx-node that is used; its own types come without declarations. */
type Extractor = {
  dim: number;
  createStream(): {
    acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void;
    inputFinished(): void;
  };
  compute(stream: ReturnType<Extractor['createStream']>, externalBuffer: boolean): Float32Array;
};
type Sherpa = {
  SpeakerEmbeddingExtractor: new (config: {
    model: string;
    numThreads: number;
    debug: boolean;
  }) => Extractor;
};

/** What a speaker network needs to tell one voice from another; longer would blur changes (test/bench/speakers.ts). */
export const NEURAL_WINDOW_MS = 1250;
const RATE = 16_000;
const WINDOW_SAMPLES = (NEURAL_WINDOW_MS * RATE) / 1000;
const REPORT_EVERY = 50;

/**
 * What a speaker network makes of each window. Windows it makes no numbers of are left out.
 * @throws when sherpa-onnx-node is not installed; a file that is no model ends the whole process.
 */
export async function neuralPrints(
  samples: Samples,
  windows: readonly TimeSpan[],
  model: string,
  onProgress: (fraction: number) => void,
): Promise<VoicePrints> {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model, numThreads: 1, debug: false });
  const digest = await digestOf(model);
  const speeds = speedsFor(digest);
  const dim = extractor.dim * speeds.length;
  const addHiss = createHiss(WINDOW_SAMPLES);
  const vectors = new Float32Array(windows.length * dim);
  const kept: TimeSpan[] = [];
  for (const [index, window] of windows.entries()) {
    const vector = hear(extractor, addHiss(fillWindow(samples.read(window))), speeds);
    if (normalize(vector)) {
      vectors.set(vector, kept.length * dim);
      kept.push(window);
    }
    if (index % REPORT_EVERY > 0) continue;
    onProgress(index / windows.length);
    // What the library holds for a window is only freed between two turns of the event loop: 2.5 GB in ten hours.
    await setImmediate();
  }
  if (kept.length === 0 && windows.length > 0) throw new Error('The model gives no numbers.');
  const name = basename(model, extname(model));
  return {
    model: name,
    digest,
    space: `neural ${dim} ${name}`,
    dim,
    windows: kept,
    vectors: vectors.slice(0, kept.length * dim),
  };
}

/** SHA-256, read piece by piece: larger models have 100 MB. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece);
  }
  return hash.digest('hex');
}

/** One hearing after the other, each of length 1; zeros where one gave no numbers. */
function hear(
  extractor: Extractor,
  samples: Float32Array,
  speeds: readonly number[],
): Float32Array {
  const heard = new Float32Array(extractor.dim * speeds.length);
  for (const [index, speed] of speeds.entries()) {
    const stream = extractor.createStream();
    // Said to have another rate, the samples are resampled to the model's, and so played at another speed.
    stream.acceptWaveform({ sampleRate: Math.round(RATE * speed), samples });
    stream.inputFinished();
    const vector = extractor.compute(stream, false);
    if (!normalize(vector)) return heard.fill(0);
    heard.set(vector, index * extractor.dim);
  }
  return heard;
}

/** Shorter speech is repeated: inputs of one length keep the network's memory from growing. */
function fillWindow(samples: Float32Array): Float32Array {
  if (samples.length === 0 || samples.length >= WINDOW_SAMPLES) return samples;
  return new Float32Array(WINDOW_SAMPLES).map((_, index) => samples[index % samples.length] ?? 0);
}
