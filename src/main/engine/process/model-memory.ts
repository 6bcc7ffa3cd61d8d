/** Estimates how much memory models take, so that several are loaded only where they fit. */
import { stat } from 'node:fs/promises';
import { totalmem } from 'node:os';

/** Working memory of a lane beside the weights, for a small model; measured with whisper.cpp 1.9 on a CPU. */
const LANE_BYTES = 120_000_000;
/** Additional memory of a lane for larger models, per byte of weights. */
const LANE_SHARE = 0.15;
/** For the program, its thread stacks and a graphics driver, before any of the model. */
const PROGRAM_BYTES = 4 * 2 ** 30;
/** Address space a lane reserves but hardly uses: twice the measured value. */
const LANE_ASKS_BYTES = 2 ** 30;
/** Keeps the limit well above the estimate, so that no valid model reaches it. */
const LIMIT_FACTOR = 3;
/** The rest is left for the system, the window and other programs. */
const USABLE_SHARE = 2 / 3;

/** Estimates the memory of an engine process that has loaded a model of this size. */
export function memoryNeeded(modelBytes: number, lanes: number): number {
  return Math.round(modelBytes + lanes * (LANE_BYTES + LANE_SHARE * modelBytes));
}

/** The memory limit of an engine process in bytes: several times what the model in the file needs. */
export async function memoryLimit(modelPath: string, lanes = 1): Promise<number> {
  // The engine reports a missing model itself.
  const file = await stat(modelPath).catch(() => null);
  const needed = memoryNeeded(file?.size ?? 0, lanes);
  return PROGRAM_BYTES + lanes * LANE_ASKS_BYTES + LIMIT_FACTOR * needed;
}

/** Whether all these models fit in memory together. A missing model counts as zero. */
export async function fitTogether(
  engines: readonly { modelPath: string; lanes: number }[],
): Promise<boolean> {
  const needs = engines.map(async ({ modelPath, lanes }) => {
    const file = await stat(modelPath).catch(() => null);
    return file ? memoryNeeded(file.size, lanes) : 0;
  });
  const needed = (await Promise.all(needs)).reduce((sum, need) => sum + need, 0);
  return needed <= machineMemory() * USABLE_SHARE;
}

/** The machine's memory, or the lower limit the system sets for this process. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
