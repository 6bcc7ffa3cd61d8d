/**
 * Holds child processes to an amount of memory and a number of open files, so that a recording or a model made to use
 * up the machine ends nothing but its own reader.
 *
 * - Linux: both, kept by the kernel. What counts is memory of its own, touched or not (`RLIMIT_DATA`). Programs and
 *   models that are mapped from files and addresses that are only reserved do not, so that V8 and graphics drivers run.
 * - macOS: open files only; its kernel takes a limit of memory and does not keep it.
 * - Windows: neither; limits are those of a job object, which Node cannot make.
 */
/** None of the programs needs more than a few dozen. */
const OPEN_FILES = 256;
const SHELL = '/bin/sh';
/** A limit that is stricter already stays. What the shell adds to the environment is taken out again. */
const SCRIPT =
  'ulimit -d "$1" 2>/dev/null; ulimit -n "$2" 2>/dev/null; unset PWD OLDPWD; shift 2; exec "$@"';
/** How the shell ends when there is no such program, or it may not be run. */
const NOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

export type Command = { file: string; args: readonly string[] };

/** The command that becomes `command` under the limits, in the same process. */
export function withLimits({ file, args }: Command, memoryBytes: number): Command {
  if (process.platform === 'win32') return { file, args };
  const memory = process.platform === 'linux' ? String(Math.ceil(memoryBytes / 1024)) : 'unlimited';
  return { file: SHELL, args: ['-c', SCRIPT, SHELL, memory, String(OPEN_FILES), file, ...args] };
}

/** Whether a process of such a command ended because its program could not be run. */
export function couldNotRun(exitCode: number | null): boolean {
  return process.platform !== 'win32' && NOT_RUN.has(exitCode);
}
