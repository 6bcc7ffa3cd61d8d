/** Estimates how much memory and time a model takes on a machine, and which one fits it best. */
import { z } from 'zod';
import {
  type CatalogueModel,
  MODEL_CATALOGUE,
  type ModelSize,
  PARAKEET,
  PARAKEET_LANGUAGES,
} from './model-catalogue.ts';

/** The model's width, and the number of encoder and decoder layers. */
const ModelShape = z.object({
  width: z.number(),
  encoderLayers: z.number(),
  decoderLayers: z.number(),
});
type ModelShape = z.infer<typeof ModelShape>;

/** How long one encoder run over 30 s and one decoded token take with a model of a known shape, in milliseconds. */
export const MeasuredSpeed = z.object({
  shape: ModelShape,
  encodeMs: z.number().positive(),
  decodeMs: z.number().positive(),
});
export type MeasuredSpeed = z.infer<typeof MeasuredSpeed>;

/** `measured` is null until the machine's speed is known; `languages` are those its person uses, by their codes. */
type Machine = {
  memoryBytes: number;
  measured: MeasuredSpeed | null;
  languages: readonly string[];
};

const SHAPES: Record<ModelSize, ModelShape> = {
  tiny: { width: 384, encoderLayers: 4, decoderLayers: 4 },
  base: { width: 512, encoderLayers: 6, decoderLayers: 6 },
  small: { width: 768, encoderLayers: 12, decoderLayers: 12 },
  medium: { width: 1024, encoderLayers: 24, decoderLayers: 24 },
  large: { width: 1280, encoderLayers: 32, decoderLayers: 32 },
  turbo: { width: 1280, encoderLayers: 32, decoderLayers: 4 },
};

/**
 * The engine's memory beside the weights, in bytes: whisper.cpp's stated memory use minus the file's size, and for
 * Parakeet what a lane of that shape took here.
 */
const WORKING_MEMORY: Record<CatalogueModel['size'], number> = {
  tiny: 210_000_000,
  base: 260_000_000,
  small: 410_000_000,
  medium: 670_000_000,
  large: 1_000_000_000,
  turbo: 800_000_000,
  parakeet: 250_000_000,
};

/** Best first. Quantized to 8 bits, a model is as accurate as the full one at half the size. */
const PREFERRED = [
  'large-v3-turbo-q8_0',
  'large-v3-turbo-q5_0',
  'small-q8_0',
  'base-q8_0',
  'tiny-q8_0',
] as const;
/** Sizes that any machine of the last ten years runs in real time. */
const SAFE_SIZES: ReadonlySet<CatalogueModel['size']> = new Set(['tiny', 'base', 'small']);
/** An hour of audio should be transcribed within half an hour … */
const COMFORTABLE_SPEED = 2;
/** … and other programs need memory too. */
const MEMORY_SHARE = 0.5;

const WINDOW_MS = 30_000;
const FRAMES = 1500;
const VOCABULARY = 51_865;
/** For fast speech of about 170 words a minute. */
const TOKENS_A_WINDOW = 110;

/** In bytes. */
export function memoryNeeded({ size, bytes }: CatalogueModel): number {
  return bytes + WORKING_MEMORY[size];
}

/**
 * Seconds of audio transcribed per second: the measurement of one Whisper model, scaled by the work of another. Null for
 * Parakeet, whose work is of another kind.
 */
export function estimateSpeed({ size }: CatalogueModel, measured: MeasuredSpeed): number | null {
  if (size === 'parakeet') return null;
  const shape = SHAPES[size];
  const encodeMs = measured.encodeMs * (encoderWork(shape) / encoderWork(measured.shape));
  const decodeMs = measured.decodeMs * (decoderWeights(shape) / decoderWeights(measured.shape));
  return WINDOW_MS / (encodeMs + TOKENS_A_WINDOW * decodeMs);
}

/**
 * The best model that leaves half of the memory free and is fast enough; on the smallest machines the smallest model.
 * Where the Whisper model that is as accurate as Parakeet would be too slow, it is Parakeet, for those whose languages it
 * knows.
 */
export function recommendModel({ memoryBytes, measured, languages }: Machine): CatalogueModel {
  const models = PREFERRED.flatMap((name) => MODEL_CATALOGUE.filter((one) => one.name === name));
  const fitting = models.find(
    (model) =>
      memoryNeeded(model) <= memoryBytes * MEMORY_SHARE &&
      (measured
        ? (estimateSpeed(model, measured) ?? 0) >= COMFORTABLE_SPEED
        : SAFE_SIZES.has(model.size)),
  );
  const asAccurate = models.find(({ size }) => size === 'turbo');
  const tooSlow =
    measured && asAccurate && (estimateSpeed(asAccurate, measured) ?? 0) < COMFORTABLE_SPEED;
  if (tooSlow && memoryNeeded(PARAKEET) <= memoryBytes * MEMORY_SHARE && isParakeetFor(languages)) {
    return PARAKEET;
  }
  const smallest = models.at(-1);
  if (!smallest) throw new Error('The catalogue lacks the preferred models.');
  return fitting ?? smallest;
}

function isParakeetFor(languages: readonly string[]): boolean {
  return languages.length > 0 && languages.every((code) => PARAKEET_LANGUAGES.includes(code));
}

/** Multiplications of the encoder: its matrices once per frame, and attention between all frames. */
function encoderWork({ width, encoderLayers }: ModelShape): number {
  return encoderLayers * (FRAMES * 12 * width ** 2 + 2 * FRAMES ** 2 * width);
}

/** Every token reads all decoder weights, which dominates the time. */
function decoderWeights({ width, decoderLayers }: ModelShape): number {
  return decoderLayers * 16 * width ** 2 + VOCABULARY * width;
}
