import { createRequire } from 'node:module';
import { createHiss } from './add-hiss.ts';
import { normalize } from './voice-prints.ts';

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

/** Hears one window of 16 kHz samples; zeros where the network makes no numbers of it. */
export type HearVoice = ((samples: Float32Array) => Float32Array) & { dim: number };

/**
 * A speaker network that hears each window once at each of the speeds, one after the other, each of length 1.
 * @throws when sherpa-onnx-node is not installed; a file that is no model ends the whole process.
 */
export function openHearing(model: string, speeds: readonly number[]): HearVoice {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model, numThreads: 1, debug: false });
  const addHiss = createHiss(WINDOW_SAMPLES);
  const hear = (window: Float32Array) => hearAt(extractor, addHiss(fillWindow(window)), speeds);
  return Object.assign(hear, { dim: extractor.dim * speeds.length });
}

function hearAt(
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
  return normalize(heard) ? heard : heard.fill(0);
}

/** Shorter speech is repeated: inputs of one length keep the network's memory from growing. */
function fillWindow(samples: Float32Array): Float32Array {
  if (samples.length === 0 || samples.length >= WINDOW_SAMPLES) return samples;
  return new Float32Array(WINDOW_SAMPLES).map((_, index) => samples[index % samples.length] ?? 0);
}
