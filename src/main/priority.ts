import { getPriority, setPriority } from 'node:os';

/** A third of the share that others get where all want the processor: 10 would starve it on a busy machine. */
export const COMPUTING_PRIORITY = 5;

/** For what computes for minutes or hours: the API, and whoever sits at the machine, come first. 0 is this process. */
export function stepBack(pid = 0): void {
  try {
    setPriority(pid, Math.max(getPriority(), COMPUTING_PRIORITY));
  } catch {
    // It has ended already, or may not: it computes all the same.
  }
}
