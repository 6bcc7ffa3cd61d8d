/** Tells whether a process of this machine has ended. No clock takes part, and no name that two machines may share. */
import { readFile, readlink } from 'node:fs/promises';
import { z } from 'zod';

export const ProcessMark = z.object({
  /** This start of this machine, and the space its processes are numbered in, which a container has of its own. */
  space: z.string(),
  pid: z.number(),
  /** In ticks since the machine's start, as the numbers of processes are given anew. */
  startedAt: z.string(),
});
export type ProcessMark = z.infer<typeof ProcessMark>;

/** That of a process, this one unless another is named; null where the system does not tell. Linux does. */
export async function markProcess(pid = process.pid): Promise<ProcessMark | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const space = `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
    const { startedAt } = await readStat(pid);
    return { space, pid, startedAt };
  } catch {
    return null;
  }
}

/** Whether a process has surely ended. Nothing is sure of one on another machine or in another container. */
export async function hasEnded({ space, pid, startedAt }: ProcessMark): Promise<boolean> {
  const own = await markProcess();
  if (own?.space !== space) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // That of another user may not be asked, but is there.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const now = await readStat(pid).catch(() => null);
  return now !== null && (now.startedAt !== startedAt || ENDED.has(now.state));
}

/** It has ended, and its parent has not looked yet. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

async function readStat(pid: number): Promise<{ state: string; startedAt: string }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The program's name comes before these, in brackets, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  if (!state || !startedAt) throw new Error(`The process ${pid} is described in another way.`);
  return { state, startedAt };
}
