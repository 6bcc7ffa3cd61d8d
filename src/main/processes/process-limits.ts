import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** None of the programs needs more than a few dozen, but for browsers. */
const OPEN_FILES = 256;
const SHELL = '/bin/sh';
/** Keeps a limit that is already stricter. Removes what the shell adds to the environment. */
const SCRIPT =
  'ulimit -d "$1" 2>/dev/null; ulimit -n "$2" 2>/dev/null; unset PWD OLDPWD; shift 2; exec "$@"';
/** The shell's exit codes for a program that is missing or cannot be executed. */
const NOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

export type Command = { file: string; args: readonly string[] };

/**
 * The command that executes `command` in the same process with limits to its memory and open files, so that a recording or model made to exhaust the machine harms
 * only the process that reads it.
 *
 * - Linux: both, enforced by the kernel. Private memory counts, touched or not (`RLIMIT_DATA`). Programs and
 *   models mapped from files and reserved address space do not, so that V8 and graphics drivers work.
 * - macOS: open files only; its kernel accepts a memory limit but does not enforce it.
 * - Windows: neither; limits need a job object, which Node cannot create.
 */
export function withLimits(
  { file, args }: Command,
  memoryBytes: number,
  openFiles = OPEN_FILES,
): Command {
  if (process.platform === 'win32') return { file, args };
  const memory = process.platform === 'linux' ? String(Math.ceil(memoryBytes / 1024)) : 'unlimited';
  return { file: SHELL, args: ['-c', SCRIPT, SHELL, memory, String(openFiles), file, ...args] };
}

/** Whether a process of such a command ended because its program could not be run. */
export function couldNotRun(exitCode: number | null): boolean {
  return process.platform !== 'win32' && NOT_RUN.has(exitCode);
}

/**
 * Has more threads read and write files than the usual four. Each call about a share whose server hangs keeps one for as
 * long as that lasts, and the data folder needs some. Before the first file is read.
 */
export function keepFilesFlowing(): void {
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
}

/**
 * Keeps the heap close to what is in use; otherwise the hundreds of megabytes left by a long transcript would stay
 * allocated for hours. Fixes the size of the young generation, and collects the old one after it has grown by a fifth
 * instead of up to fourfold. Called once, at start.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}

/** A third of the processor share of normal processes when all compete: 10 would starve it on a busy machine. */
export const COMPUTING_PRIORITY = 5;
/** A tenth of the share of those computations: for what can wait until they are done. */
export const SPARE_PRIORITY = 15;

/** Lowers the priority of long computations, so that the API and the machine's user come first. 0 is this process. */
export function stepBack(pid = 0, priority = COMPUTING_PRIORITY): void {
  try {
    setPriority(pid, Math.max(getPriority(), priority));
  } catch {
    // It has ended already, or the priority may not be changed: continue without.
  }
}
