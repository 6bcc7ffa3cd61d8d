/** Resident memory of a process and all it has started, watched while something runs. Linux only. */
import { readFileSync } from 'node:fs';
import { childrenOf } from '../faults/kill-sweep.ts';

const SAMPLE_EVERY_MS = 1_000;

/** In bytes; 0 for a process that is gone. */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

type MemoryWatch = {
  /** The highest total of all processes at one moment so far, in bytes. */
  peakBytes(): number;
  stop(): void;
};

export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const sample = () => {
    const { own, children } = familyBytes(pid);
    peak = Math.max(peak, own + children);
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return { peakBytes: () => peak, stop: () => clearInterval(timer) };
}

/** Of a process alone, and of all it has started. */
export function familyBytes(pid: number): { own: number; children: number } {
  const children = descendantsOf(pid).reduce((sum, member) => sum + residentBytes(member), 0);
  return { own: residentBytes(pid), children };
}

const TICKS_A_SECOND = 100;

/** Processor seconds of a process and all it has started, including those that have ended. */
export function processorSeconds(pid: number): number {
  const ticks = [pid, ...descendantsOf(pid)].map((member) => {
    try {
      const stat = readFileSync(`/proc/${member}/stat`, 'utf8');
      // User and system time, its own and that of children it has waited for; the name before may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_A_SECOND;
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}
