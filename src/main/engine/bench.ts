/** How fast the engine runs a model on this machine. */
import type { MeasuredSpeed } from '../../shared/models/model-advice.ts';
import type { BenchRun, OpenEngine } from './engine.ts';
import type { Roofline } from './process/protocol.ts';

/** Medians over the runs, in milliseconds; see native/protocol.md for the stages. */
export type EngineBench = BenchRun & {
  /** The model's type and how its weights are stored. */
  model: string;
  ftype: string;
  threads: number;
  /** The graphics card it was computed on; null for the processor. */
  device: string | null;
  runs: number;
  /** Seconds of audio encoded per second. */
  encodeSpeed: number;
  roofline?: Roofline;
};

export type BenchEngineOptions = {
  openEngine: OpenEngine;
  modelPath: string;
  threads?: number;
  /** `cpu`, or a graphics card by its id, name or number. */
  device?: string;
  runs?: number;
  roofline?: boolean;
  signal?: AbortSignal;
};

const DEFAULT_RUNS = 5;
const WINDOW_MS = 30_000;

/** Loads the model and benchmarks it on one lane, with nothing else running. Rejects as `OpenEngine` does. */
export async function benchEngine(options: BenchEngineOptions): Promise<EngineBench> {
  const {
    openEngine,
    modelPath,
    threads,
    device,
    runs = DEFAULT_RUNS,
    roofline = false,
    signal,
  } = options;
  const common = signal ? { signal } : {};
  const engine = await openEngine({
    modelPath,
    lanes: 1,
    ...(threads === undefined ? {} : { threads }),
    ...(device === undefined ? {} : { device }),
    ...common,
  });
  try {
    const result = await engine.bench({ runs, roofline, ...common });
    const measured = result.runs;
    const encodeMs = median(measured.map((run) => run.encodeMs));
    return {
      model: engine.info.model.type,
      ftype: engine.info.model.ftype,
      threads: engine.info.threads,
      device: engine.info.device?.name ?? null,
      runs,
      encodeMs,
      promptMs: median(measured.map((run) => run.promptMs)),
      decodeMs: median(measured.map((run) => run.decodeMs)),
      batchMs: median(measured.map((run) => run.batchMs)),
      encodeSpeed: WINDOW_MS / encodeMs,
      ...(result.roofline ? { roofline: result.roofline } : {}),
    };
  } finally {
    await engine.close();
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

const RUNS = 2;

/**
 * Measures how fast the engine runs a model on this machine. Takes the best of a few runs, since other load only slows
 * them.
 */
export async function measureSpeed(
  openEngine: OpenEngine,
  options: { modelPath: string; threads: number; signal?: AbortSignal },
): Promise<MeasuredSpeed> {
  const engine = await openEngine({ ...options, lanes: 1 });
  try {
    const { width, encoder_layers, decoder_layers } = engine.info.model;
    const { runs } = await engine.bench({
      runs: RUNS,
      brief: true,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return {
      shape: { width, encoderLayers: encoder_layers, decoderLayers: decoder_layers },
      encodeMs: Math.min(...runs.map((run) => run.encodeMs)),
      decodeMs: Math.min(...runs.map((run) => run.decodeMs)),
    };
  } finally {
    await engine.close();
  }
}
