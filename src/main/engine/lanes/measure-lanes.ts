/** How many windows this machine hears at once the fastest: measured, because it depends on caches and memory. */
import type { Clock } from '../../clock.ts';
import type { OpenEngine } from '../engine.ts';

/** `threads` of each lane. */
export type LanePlan = { lanes: number; threads: number };

/** More take more memory than they gain. */
const MOST_LANES = 4;
const WINDOWS_A_LANE = 2;
/** A full window; what is in it makes no difference to the encoder. */
const WINDOW_BYTES = 28_000 * 32;

/** Every way to use all processors evenly. */
export function lanePlansFor(cores: number): LanePlan[] {
  return [1, 2, MOST_LANES]
    .filter((lanes) => lanes <= cores)
    .map((lanes) => ({ lanes, threads: Math.floor(cores / lanes) }));
}

/** Loads the model once for each plan and returns the one with the most windows a second. Rejects as `open` does. */
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
        Promise.all(Array.from({ length: windows }, () => engine.detect(pcm, { signal })));
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
