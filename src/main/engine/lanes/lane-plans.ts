/** Chooses the lanes for a model: those configured at start, else those measured on this machine, else the defaults. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Logger } from '../../logger.ts';
import type { Engine, OpenEngine } from '../engine.ts';
import { fitTogether } from '../models/memory.ts';
import { engineCommand } from '../process/engine-process.ts';
import { createStenoEngine } from '../process/steno-engine.ts';
import { createEnginePool, type EnginePool } from './engine-pool.ts';

const Count = z.int().positive();
const Measured = z.record(z.string(), z.object({ lanes: Count, threads: Count }));

/** Measuring starts once the engine has been idle for this long. */
const QUIET_MS = 10_000;

export type LanePlans = {
  of(modelPath: string): Promise<LanePlan>;
  /** The model is no longer in use: measures it now unless that was done before. */
  unused(modelPath: string): void;
  /** Work has arrived: measuring stops at once and is retried later. */
  used(): void;
};

export function createLanePlans({
  given,
  usual,
  cores,
  read,
  write,
  measure,
  clock,
  logger,
}: {
  /** Configured by the user; nothing is measured then. */
  given: LanePlan | null;
  usual: LanePlan;
  cores: number;
  /** The stored measurements, not yet validated: another version may have written them. */
  read: () => Promise<unknown>;
  write: (measured: Record<string, LanePlan>) => Promise<void>;
  measure: (modelPath: string, signal: AbortSignal) => Promise<LanePlan>;
  clock: Clock;
  logger: Logger;
}): LanePlans {
  let measuring = new AbortController();
  // The same data folder may be moved to a machine with other processors.
  const nameOf = (modelPath: string) => `${cores} processors, ${modelPath}`;
  const stored = async () => Measured.catch({}).parse(await read());

  const measureWhenQuiet = async (modelPath: string, signal: AbortSignal): Promise<void> => {
    if (given !== null || nameOf(modelPath) in (await stored())) return;
    await clock.sleep(QUIET_MS, signal);
    const { lanes, threads } = await measure(modelPath, signal);
    signal.throwIfAborted();
    await write({ ...(await stored()), [nameOf(modelPath)]: { lanes, threads } });
    logger.info({ model: modelPath, lanes, threads }, 'lanes measured');
  };

  return {
    of: async (modelPath) => given ?? (await stored())[nameOf(modelPath)] ?? usual,
    unused(modelPath) {
      measuring.abort();
      measuring = new AbortController();
      const { signal } = measuring;
      measureWhenQuiet(modelPath, signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the lanes could not be measured');
      });
    },
    used: () => measuring.abort(),
  };
}

/** Creates the engine host, with lanes that are measured while the machine is idle. */
export function createEngines(
  { config, clock, logger, onStop }: Pick<Core, 'config' | 'clock' | 'logger' | 'onStop'>,
  measured: {
    /** The stored measurements, not yet validated: another version may have written them. */
    read: () => Promise<unknown>;
    write: (measured: Record<string, LanePlan>) => Promise<void>;
  },
) {
  const { lanes, threads, lanesGiven } = config;
  const cores = availableParallelism();
  const openEngine = createStenoEngine({ command: engineCommand(config), clock, logger });

  const plans = createLanePlans({
    given: lanesGiven ? { lanes, threads } : null,
    usual: { lanes, threads },
    cores,
    ...measured,
    measure: async (modelPath, signal) => {
      // Frees the memory that measuring needs, and makes the next use load the model with its new lanes.
      await engines.unload();
      const possible = await fittingPlans(modelPath, cores);
      return measureLanes({ open: openEngine, modelPath, plans: possible, signal, clock });
    },
    clock,
    logger,
  });

  const engines: EnginePool = createEnginePool({
    open: async (options) => openEngine({ ...options, ...(await plans.of(options.modelPath)) }),
    fits: async (modelPaths) =>
      fitTogether(
        await Promise.all(
          modelPaths.map(async (modelPath) => ({ modelPath, ...(await plans.of(modelPath)) })),
        ),
      ),
    onUsed: plans.used,
    onUnused: plans.unused,
    clock,
  });

  onStop(async () => {
    plans.used();
    await engines.close();
  });
  return { openEngine, engines };
}

/** One lane is always allowed, since the model is used anyway. */
async function fittingPlans(modelPath: string, cores: number): Promise<LanePlan[]> {
  const possible: LanePlan[] = [];
  for (const plan of lanePlansFor(cores)) {
    if (plan.lanes === 1 || (await fitTogether([{ modelPath, ...plan }]))) possible.push(plan);
  }
  return possible;
}

/** `threads` is per lane. */
export type LanePlan = { lanes: number; threads: number };

/** More lanes cost more memory than they gain in speed. */
const MOST_LANES = 4;
const WINDOWS_A_LANE = 2;
/** A full window; the encoder's time does not depend on its content. */
const WINDOW_BYTES = 28_000 * 32;

/** Every way to divide all processors evenly. */
export function lanePlansFor(cores: number): LanePlan[] {
  return [1, 2, MOST_LANES]
    .filter((lanes) => lanes <= cores)
    .map((lanes) => ({ lanes, threads: Math.floor(cores / lanes) }));
}

/** Runs the encoder once, and little else: Whisper detects the language, which Parakeet cannot. */
async function encode(engine: Engine, pcm: Uint8Array, signal: AbortSignal): Promise<void> {
  const [language = 'en'] = engine.info.languages;
  if (engine.info.model.architecture === 'whisper') await engine.detect(pcm, { signal });
  else await engine.transcribe(pcm, { language, signal });
}

/** Loads the model once per plan and returns the plan with the most windows per second. Rejects as `open` does. */
export async function measureLanes({
  open,
  modelPath,
  plans,
  signal,
  clock,
}: {
  open: OpenEngine;
  modelPath: string;
  plans: readonly LanePlan[];
  signal: AbortSignal;
  clock: Clock;
}): Promise<LanePlan & { windowsASecond: number }> {
  const pcm = new Uint8Array(WINDOW_BYTES);
  let best: (LanePlan & { windowsASecond: number }) | null = null;
  for (const plan of plans) {
    const engine = await open({ modelPath, ...plan, signal });
    try {
      const hear = (windows: number) =>
        Promise.all(Array.from({ length: windows }, () => encode(engine, pcm, signal)));
      await hear(plan.lanes);
      const windows = plan.lanes * WINDOWS_A_LANE;
      const startedAt = clock.mono();
      await hear(windows);
      const windowsASecond = (windows * 1000) / Math.max(1, clock.mono() - startedAt);
      if (best === null || windowsASecond > best.windowsASecond) best = { ...plan, windowsASecond };
    } finally {
      await engine.close();
    }
  }
  if (best === null) throw new RangeError('There is no plan to measure.');
  return best;
}
