/** Turn models in the form of pyannote's segmentation 3.0, as sherpa-onnx takes them. */
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { SAMPLES_PER_MS } from '../corpus/audio.ts';
import type { Dialogue } from '../corpus/dialogues.ts';
import { type OnnxLayer, type OnnxTensor, writeOnnx } from './onnx-writer.ts';

const RATE = 16_000;
const WINDOW = 10 * RATE;
const FRAME = 991;
const FRAME_SHIFT = 270;
const METADATA = {
  model_type: 'pyannote-segmentation-3.0',
  sample_rate: RATE,
  window_size: WINDOW,
  receptive_field_size: FRAME,
  receptive_field_shift: FRAME_SHIFT,
  num_speakers: 3,
  powerset_max_classes: 2,
  num_classes: 7,
};
/** No one, each of three voices, each pair of them. */
const CLASSES = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]];

/** The tones that `tonesModel` listens for: a voice speaks while its tone is in the sound. */
const VOICE_TONES = [5000, 6000, 7000];
/** How loud a tone is; weak compared with speech. */
const TONE_LEVEL = 0.02;

/**
 * A network made by hand: what it says of who speaks when is known, because it detects only the tones laid under the
 * voices. Through the same layers, shapes and files as a trained one.
 */
export function tonesModel(): Buffer {
  const waves = VOICE_TONES.flatMap((hertz) => [Math.cos, Math.sin].map((f) => ({ hertz, f })));
  const kernel = new Float32Array(waves.length * FRAME);
  waves.forEach(({ hertz, f }, row) => {
    for (let at = 0; at < FRAME; at += 1) {
      const fade = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (FRAME - 1));
      // A tone of full level gives 1.
      const value = (fade * f((2 * Math.PI * hertz * at) / RATE) * 4) / FRAME;
      kernel[row * FRAME + at] = value / TONE_LEVEL;
    }
  });
  const pairs = new Float32Array(3 * 6);
  for (let voice = 0; voice < 3; voice += 1) pairs.fill(1, voice * 8, voice * 8 + 2);
  const scores = new Float32Array(CLASSES.length * 3);
  CLASSES.forEach((voices, row) => {
    for (const voice of voices) scores[row * 3 + voice] = 10;
  });
  const biases = Float32Array.from(CLASSES, (voices) => -5 * voices.length);
  return writeOnnx({
    x: ['N', 1, 'T'],
    y: ['N', 'F', 7],
    metadata: METADATA,
    tensors: {
      kernel: { dims: [6, 1, FRAME], values: kernel },
      pairs: { dims: [3, 6, 1], values: pairs },
      scores: { dims: [7, 3, 1], values: scores },
      biases: { dims: [7], values: biases },
      zero: { dims: [], values: Float32Array.of(0) },
      one: { dims: [], values: Float32Array.of(1) },
    },
    layers: [
      conv('x', ['kernel'], 'waves', FRAME_SHIFT),
      { type: 'Mul', inputs: ['waves', 'waves'], outputs: ['squares'] },
      conv('squares', ['pairs'], 'power', 1),
      { type: 'Clip', inputs: ['power', 'zero', 'one'], outputs: ['active'] },
      conv('active', ['scores', 'biases'], 'classes', 1),
      ...ending('classes'),
    ],
  });
}

/** Lays the tone of each voice under its turns, in place. */
export function layTones({ samples, truth }: Dialogue, voices: readonly string[]): void {
  for (const { startMs, endMs, speaker } of truth) {
    const hertz = VOICE_TONES[voices.indexOf(speaker)] ?? 0;
    for (let at = startMs * SAMPLES_PER_MS; at < endMs * SAMPLES_PER_MS; at += 1) {
      const tone = TONE_LEVEL * 32_767 * Math.sin((2 * Math.PI * hertz * at) / RATE);
      samples[at] = Math.max(-32_768, Math.min(32_767, (samples[at] ?? 0) + tone));
    }
  }
}

const HIDDEN = 128;

/** The layers and shapes of the trained network with random weights: says nothing, but runs and takes as long. */
export function randomTurnModel(seed: number): Buffer {
  const random = seededRandom(seed);
  const tensors: Record<string, OnnxTensor> = {};
  const layers: OnnxLayer[] = [];
  const weights = (name: string, dims: readonly number[]): string => {
    const size = dims.reduce((product, dim) => product * dim, 1);
    const scale = 1 / Math.sqrt(dims.at(-1) ?? 1);
    tensors[name] = {
      dims,
      values: new Float32Array(size).map(() => (2 * random() - 1) * scale),
    };
    return name;
  };
  /** The first layer of SincNet is a bank of filters without biases (Ravanelli and Bengio 2018). */
  const stage = (from: string, at: number, dims: readonly number[], shift: number): string => {
    const [channels = 0] = dims;
    layers.push(
      conv(from, [weights(`filters${at}`, dims)], `filtered${at}`, shift),
      { type: 'Abs', inputs: [`filtered${at}`], outputs: [`magnitude${at}`] },
      pool(`magnitude${at}`, `pooled${at}`),
      {
        type: 'InstanceNormalization',
        inputs: [
          `pooled${at}`,
          weights(`scale${at}`, [channels]),
          weights(`shift${at}`, [channels]),
        ],
        outputs: [`even${at}`],
      },
      {
        type: 'LeakyRelu',
        inputs: [`even${at}`],
        outputs: [`stage${at}`],
        attributes: { alpha: 0.01 },
      },
    );
    return `stage${at}`;
  };
  let from = stage('x', 0, [80, 1, 251], 10);
  from = stage(from, 1, [60, 80, 5], 1);
  from = stage(from, 2, [60, 60, 5], 1);
  layers.push(transpose(from, 'steps0', [2, 0, 1]));
  for (let at = 0; at < 4; at += 1) {
    const inputs = at === 0 ? 60 : 2 * HIDDEN;
    layers.push(
      {
        type: 'LSTM',
        inputs: [
          `steps${at}`,
          weights(`input${at}`, [2, 4 * HIDDEN, inputs]),
          weights(`again${at}`, [2, 4 * HIDDEN, HIDDEN]),
          weights(`bias${at}`, [2, 8 * HIDDEN]),
        ],
        outputs: [`both${at}`],
        attributes: { hidden_size: HIDDEN, direction: 'bidirectional' },
      },
      transpose(`both${at}`, `sides${at}`, [0, 2, 1, 3]),
      { type: 'Reshape', inputs: [`sides${at}`, 'flat'], outputs: [`steps${at + 1}`] },
    );
  }
  tensors['flat'] = { dims: [3], values: BigInt64Array.of(0n, 0n, BigInt(2 * HIDDEN)) };
  layers.push(transpose('steps4', 'wide', [1, 2, 0]));
  layers.push(
    conv('wide', [weights('linear0', [128, 2 * HIDDEN, 1])], 'narrow', 1),
    { type: 'LeakyRelu', inputs: ['narrow'], outputs: ['bent'], attributes: { alpha: 0.01 } },
    conv('bent', [weights('linear1', [7, 128, 1])], 'classes', 1),
    ...ending('classes'),
  );
  return writeOnnx({ x: ['N', 1, 'T'], y: ['N', 'F', 7], metadata: METADATA, tensors, layers });
}

function conv(from: string, tensors: readonly string[], to: string, shift: number): OnnxLayer {
  return {
    type: 'Conv',
    inputs: [from, ...tensors],
    outputs: [to],
    attributes: { strides: [shift] },
  };
}

function pool(from: string, to: string): OnnxLayer {
  return {
    type: 'MaxPool',
    inputs: [from],
    outputs: [to],
    attributes: { kernel_shape: [3], strides: [3] },
  };
}

function transpose(from: string, to: string, perm: readonly number[]): OnnxLayer {
  return { type: 'Transpose', inputs: [from], outputs: [to], attributes: { perm } };
}

/** Log probabilities of the classes, one row per frame. */
function ending(from: string): OnnxLayer[] {
  return [
    transpose(from, 'rows', [0, 2, 1]),
    { type: 'LogSoftmax', inputs: ['rows'], outputs: ['y'], attributes: { axis: 2 } },
  ];
}
