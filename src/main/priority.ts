import { getPriority, setPriority } from 'node:os';

/** A third of the processor share of normal processes when all compete: 10 would starve it on a busy machine. */
export const COMPUTING_PRIORITY = 5;

/** Lowers the priority of long computations, so that the API and the machine's user come first. 0 is this process. */
export function stepBack(pid = 0): void {
  try {
    setPriority(pid, Math.max(getPriority(), COMPUTING_PRIORITY));
  } catch {
    // It has ended already, or the priority may not be changed: continue without.
  }
}
