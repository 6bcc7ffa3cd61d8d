/** How much memory models take, so that several are only loaded where there is room for them. */
import { stat } from 'node:fs/promises';
import { totalmem } from 'node:os';

/** What a lane computes in beside the weights, of a small model; measured with whisper.cpp 1.9 on a processor. */
const LANE_BYTES = 120_000_000;
/** What a lane of a larger model takes more, for each byte of its weights. */
const LANE_SHARE = 0.15;
/** For the program, the stacks of its threads and a driver of graphics, before anything of the model. */
const PROGRAM_BYTES = 4 * 2 ** 30;
/** For what a lane asks for and hardly uses: twice what was measured. */
const LANE_ASKS_BYTES = 2 ** 30;
/** Estimates are one thing, and a limit that no real model ever meets another. */
const LIMIT_FACTOR = 3;
/** The rest is for the system, the window and what else is open. */
const USABLE_SHARE = 2 / 3;

/** The memory of an engine process that has a model of this size loaded, estimated. */
export function memoryNeeded(modelBytes: number, lanes: number): number {
  return Math.round(modelBytes + lanes * (LANE_BYTES + LANE_SHARE * modelBytes));
}

/** What an engine process is not to ask for more than, in bytes: several times what the model in a file takes. */
export async function memoryLimit(modelPath: string, lanes = 1): Promise<number> {
  // One that is missing is the engine's to complain about.
  const file = await stat(modelPath).catch(() => null);
  const needed = memoryNeeded(file?.size ?? 0, lanes);
  return PROGRAM_BYTES + lanes * LANE_ASKS_BYTES + LIMIT_FACTOR * needed;
}

/** Whether all these models may be in memory at once. A model that is missing takes none. */
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

/** The machine's memory, or less where the system allows this process only a part of it. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
