/** Which lanes a model gets: the ones given at start, else the ones measured for it here, else the usual ones. */
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { LanePlan } from './measure-lanes.ts';

const Count = z.int().positive();
const Measured = z.record(z.string(), z.object({ lanes: Count, threads: Count }));

/** Measuring waits until nothing was to be done for this long. */
const QUIET_MS = 10_000;

export type LanePlans = {
  of(modelPath: string): Promise<LanePlan>;
  /** The model is not used any more: unless it was measured before, that happens now. */
  unused(modelPath: string): void;
  /** There is work: measuring stops at once and is tried again another time. */
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
  /** Chosen by the person; then nothing is measured. */
  given: LanePlan | null;
  usual: LanePlan;
  cores: number;
  /** What was measured, in any form; another version may have written it. */
  read: () => Promise<unknown>;
  write: (measured: Record<string, LanePlan>) => Promise<void>;
  measure: (modelPath: string, signal: AbortSignal) => Promise<LanePlan>;
  clock: Clock;
  logger: Logger;
}): LanePlans {
  let measuring = new AbortController();
  // The same folder may be taken to a machine with other processors.
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
