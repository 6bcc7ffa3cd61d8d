/** The engine, put together: processes by the models in use, their lanes measured when nothing is to be done. */
import { availableParallelism } from 'node:os';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createEngineHost, type EngineHost } from '../engine/lanes/engine-host.ts';
import { createLanePlans } from '../engine/lanes/lane-plans.ts';
import { type LanePlan, lanePlansFor, measureLanes } from '../engine/lanes/measure-lanes.ts';
import { fitTogether } from '../engine/models/memory.ts';
import { createStenoEngine } from '../engine/process/steno-engine.ts';
import type { Logger } from '../logger.ts';
import type { SettingsRepository } from '../repositories/settings.repository.ts';
import { engineCommand } from './local-models.ts';

/** No setting a person sees, but kept where those are. */
const STORED_AS = 'measured_lanes';

export function createEngineParts({
  config,
  settings,
  clock,
  logger,
}: {
  config: Config;
  settings: SettingsRepository;
  clock: Clock;
  logger: Logger;
}) {
  const { lanes, threads, lanesGiven } = config;
  const cores = availableParallelism();
  const openEngine = createStenoEngine({ command: engineCommand(config), clock, logger });

  const plans = createLanePlans({
    given: lanesGiven ? { lanes, threads } : null,
    usual: { lanes, threads },
    cores,
    read: async () => (await settings.all())[STORED_AS],
    write: (measured) => settings.save({ [STORED_AS]: measured }),
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

  return {
    openEngine,
    engines,
    async stop(): Promise<void> {
      plans.used();
      await engines.close();
    },
  };
}

/** One lane is always possible: the model is used anyway. */
async function fittingPlans(modelPath: string, cores: number): Promise<LanePlan[]> {
  const possible: LanePlan[] = [];
  for (const plan of lanePlansFor(cores)) {
    if (plan.lanes === 1 || (await fitTogether([{ modelPath, ...plan }]))) possible.push(plan);
  }
  return possible;
}
