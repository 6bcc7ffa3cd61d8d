import { availableParallelism } from 'node:os';
import type { Core } from '../core.ts';
import { createEngineHost, type EngineHost } from './lanes/engine-host.ts';
import { createLanePlans } from './lanes/lane-plans.ts';
import { type LanePlan, lanePlansFor, measureLanes } from './lanes/measure-lanes.ts';
import { fitTogether } from './models/memory.ts';
import { engineCommand } from './process/engine-process.ts';
import { createStenoEngine } from './process/steno-engine.ts';

/** Engine processes by the models in use, their lanes measured when nothing is to be done. */
export function createEngines(
  { config, clock, logger, onStop }: Pick<Core, 'config' | 'clock' | 'logger' | 'onStop'>,
  measured: {
    /** What was measured, in any form; another version may have written it. */
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
      // Frees the memory that measuring needs, and has the model loaded with its new lanes afterwards.
      await engines.unload();
      const possible = await fittingPlans(modelPath, cores);
      return measureLanes({ open: openEngine, modelPath, plans: possible, signal, clock });
    },
    clock,
    logger,
  });

  const engines: EngineHost = createEngineHost({
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

/** One lane is always possible: the model is used anyway. */
async function fittingPlans(modelPath: string, cores: number): Promise<LanePlan[]> {
  const possible: LanePlan[] = [];
  for (const plan of lanePlansFor(cores)) {
    if (plan.lanes === 1 || (await fitTogether([{ modelPath, ...plan }]))) possible.push(plan);
  }
  return possible;
}
