import { createRequire } from 'node:module';
import { seededRandom } from '../grouping/group-voices.ts';
import { createWindowSound, SOUND_NUMBERS } from '../sound/window-sound.ts';
import { normalize } from '../voice-embeddings.ts';
import type { EmbeddingSettings } from './within-class.ts';

/** The part of sherpa-onnx-node that is used; the package has no type declarations. */
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

/**
 * The length a speaker model needs to distinguish voices; longer windows would blur speaker changes
 * (test/bench/speakers.ts).
 */
export const NEURAL_WINDOW_MS = 1250;
const RATE = 16_000;
const WINDOW_SAMPLES = (NEURAL_WINDOW_MS * RATE) / 1000;

/** Embeds one window of 16 kHz samples; zeros if the model returns no embedding. */
export type EmbedWindow = ((samples: Float32Array) => Float32Array) & {
  /** How many numbers come from the model. */
  network: number;
  /** The total count; acoustic features come last, and are NaN where the window has none. */
  dim: number;
};

/**
 * Opens a speaker model that embeds each window at each of the speeds, concatenated and scaled to length 1.
 * @throws when sherpa-onnx-node is not installed; a file that is not a model ends the whole process.
 */
export function openEmbedder(model: string, { speeds, sound }: EmbeddingSettings): EmbedWindow {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model, numThreads: 1, debug: false });
  const addHiss = createHiss(WINDOW_SAMPLES);
  const soundOf = sound ? createWindowSound() : null;
  const network = extractor.dim * speeds.length;
  const dim = network + (sound ? SOUND_NUMBERS : 0);
  const embed = (window: Float32Array): Float32Array => {
    const embedding = new Float32Array(dim);
    const hasEmbedding = embedAtSpeeds(extractor, addHiss(fillWindow(window)), speeds, embedding);
    if (!hasEmbedding) return embedding.fill(0);
    embedding.set(soundOf?.(window) ?? embedding.subarray(network).fill(Number.NaN), network);
    return embedding;
  };
  return Object.assign(embed, { network, dim });
}

/** Writes the model's embedding of the samples to the start of `embedding`. Returns whether there is one. */
function embedAtSpeeds(
  extractor: Extractor,
  samples: Float32Array,
  speeds: readonly number[],
  embedding: Float32Array,
): boolean {
  for (const [index, speed] of speeds.entries()) {
    const stream = extractor.createStream();
    // With another declared rate, the samples are resampled to the model's rate and so played at another
    // speed.
    stream.acceptWaveform({ sampleRate: Math.round(RATE * speed), samples });
    stream.inputFinished();
    const vector = extractor.compute(stream, false);
    if (!normalize(vector)) return false;
    embedding.set(vector, index * extractor.dim);
  }
  return normalize(embedding.subarray(0, extractor.dim * speeds.length));
}

/** Repeats shorter speech: inputs of a constant length keep the network's memory from growing. */
function fillWindow(samples: Float32Array): Float32Array {
  if (samples.length === 0 || samples.length >= WINDOW_SAMPLES) return samples;
  return new Float32Array(WINDOW_SAMPLES).map((_, index) => samples[index % samples.length] ?? 0);
}

/** Relative to the signal: inaudible, but far above the digital silence of an edited or muted recording. */
const BELOW = 10 ** (-45 / 20);

/**
 * Adds the same weak white noise to each window of at most `length` samples. Speaker models were not trained on digital
 * silence, whose logarithm is so far from that of any sound that it outweighs the voice.
 */
export function createHiss(length: number): (window: Float32Array) => Float32Array {
  const random = seededRandom(1);
  const noise = new Float64Array(length).map(() => 2 * random() - 1);
  // Written as loops because it runs for every window: ten hours took 13 s longer with a function call per sample.
  return (window) => {
    let power = 0;
    for (let index = 0; index < window.length; index += 1) power += (window[index] ?? 0) ** 2;
    const peak = Math.sqrt((3 * power) / Math.max(1, window.length)) * BELOW;
    const hissing = new Float32Array(window.length);
    for (let index = 0; index < window.length; index += 1) {
      hissing[index] = (window[index] ?? 0) + peak * (noise[index] ?? 0);
    }
    return hissing;
  };
}
