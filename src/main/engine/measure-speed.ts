import type { MeasuredSpeed } from '../../shared/models/model-advice.ts';
import type { OpenEngine } from './engine.ts';

const RUNS = 3;

/** How fast the engine is on this machine with one model; the best of a few runs, since others only make it slower. */
export async function measureSpeed(
  openEngine: OpenEngine,
  options: { modelPath: string; threads: number; signal?: AbortSignal },
): Promise<MeasuredSpeed> {
  const engine = await openEngine({ ...options, lanes: 1 });
  try {
    const { width, encoder_layers, decoder_layers } = engine.info.model;
    const runs = await engine.bench({
      runs: RUNS,
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
