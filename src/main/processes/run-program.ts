/** One-shot child processes: the only code that starts ffmpeg and similar programs. */
import type { ErrorCode } from '../../shared/error-catalogue.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { isShortage } from '../core/system-errors.ts';
import { couldNotRun, stepBack, withLimits } from './process-limits.ts';
import { createWatchdog } from './watchdog.ts';

const STDERR_TAIL_CHARS = 8192;
/** A recording may have a million chapters, and ffmpeg prints a line for each. */
const STDERR_LINES = 50_000;
const STDOUT_LINE_CHARS = 1024 * 1024;
/** How a shell and the dynamic loader report that the system or the process has no file descriptors left. */
const NO_DESCRIPTOR_LEFT = /Too many open files|cannot open shared object file: Error 2[34]\b/;
/** These programs have nothing to save, and a cancel should not wait. */
const KILL_GRACE_MS = 500;
/** A packaged yt-dlp unpacks itself at start, which takes seconds on a slow disk. */
const VERSION_TIMEOUT_MS = 60_000;

export type ChildOptions = {
  /** A program on PATH, or an absolute path. */
  file: string;
  args: readonly string[];
  /** Memory limit, where the system can enforce one (src/main/processes/process-limits.ts). */
  memoryBytes: number;
  /** The error when the program does not exist or is not executable. */
  missing: ErrorCode;
  signal: AbortSignal;
  /** Added to the minimal environment. */
  env?: Readonly<Record<string, string>>;
  /** Whether the API and the machine's user come first: for work that takes minutes. */
  stepsBack?: boolean;
  /** The user to run as, where we are root. */
  user?: number;
  /** How many files it may open; a few hundred when left out. */
  openFiles?: number;
  /** Working directory; our own when left out. */
  cwd?: string;
  /** Input on stdin; none when left out. */
  input?: string;
  /** File to read as stdin, instead of `input`. */
  inputFile?: string;
  /** Awaited for each chunk: the child is blocked meanwhile. An exception ends the child. */
  onStdout?: (chunk: Uint8Array) => void | Promise<void>;
  /** Called with whole lines as they arrive; replaces `onStdout`. An exception ends the child. */
  onStdoutLine?: (line: string) => void;
  /** Called with whole lines as they arrive, up to 50,000. */
  onStderrLine?: (line: string) => void;
};

export type ChildResult = {
  exitCode: number | null;
  /** The last 8 Ki characters of its stderr. */
  stderr: string;
};

/**
 * Runs a program to its end with limits and a minimal environment; arguments are passed unchanged. A non-zero
 * exit code is a result, not an error.
 *
 * @throws AppError `missing` when there is no such program; an error that `isShortage` recognizes; the signal's reason
 * when
 *   aborted (SIGTERM, after half a second SIGKILL); whatever `onStdout` or `onStdoutLine` throws.
 */
export async function runChild(options: ChildOptions): Promise<ChildResult> {
  // Loaded with the first recording, so that the service starts without it.
  const { execa } = await import('execa');
  options.signal.throwIfAborted();
  const consumer = new AbortController();
  const { file, args } = withLimits(options, options.memoryBytes, options.openFiles);
  const child = execa(file, args, {
    ...stdinOf(options),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
    buffer: false,
    encoding: 'buffer',
    reject: false,
    extendEnv: false,
    env: { ...minimalEnvironment(), ...options.env },
    cancelSignal: AbortSignal.any([options.signal, consumer.signal]),
    forceKillAfterDelay: KILL_GRACE_MS,
    // execa's own cleanup would end us on Ctrl-C before an orderly shutdown; the signal above replaces it.
    cleanup: false,
    windowsHide: true,
  });
  if (options.stepsBack && child.pid !== undefined) stepBack(child.pid);
  const stderr = collectLines(child.stderr, options.onStderrLine, { mostLines: STDERR_LINES });
  const stdout = consumeStdout(child.stdout, options).catch((error: unknown) => {
    consumer.abort(error);
  });
  const [result, tail] = await Promise.all([child, stderr, stdout]);
  options.signal.throwIfAborted();
  consumer.signal.throwIfAborted();
  if (isShortage(result)) throw result;
  const exitCode = result.exitCode ?? null;
  if (couldNotRun(exitCode) && NO_DESCRIPTOR_LEFT.test(tail)) {
    throw new AppError('system_limit', { cause: result });
  }
  if (result.code === 'ENOENT' || result.code === 'EACCES' || couldNotRun(exitCode)) {
    throw new AppError(options.missing, { cause: result });
  }
  return { exitCode, stderr: tail };
}

/**
 * A program's version: the first output line that matches `version`, as its first group or whole.
 *
 * @throws AppError `missing` when it is not that program, or prints nothing for a minute
 */
export async function askVersion(
  program: Pick<ChildOptions, 'file' | 'args' | 'memoryBytes' | 'missing' | 'signal'>,
  { version, clock }: { version: RegExp; clock: Clock },
): Promise<string> {
  const missing = () => new AppError(program.missing);
  using late = createWatchdog({ clock, idleMs: VERSION_TIMEOUT_MS, reason: missing });
  let found: string | undefined;
  await runChild({
    ...program,
    signal: AbortSignal.any([program.signal, late.signal]),
    onStdoutLine: (line) => {
      const match = version.exec(line);
      found ??= match?.[1] ?? match?.[0];
    },
  });
  if (found === undefined) throw missing();
  return found;
}

function stdinOf({ input, inputFile }: ChildOptions) {
  if (inputFile !== undefined) return { inputFile };
  return input === undefined ? { stdin: 'ignore' as const } : { input };
}

/** Children get none of our secrets, proxies or home folder; Windows programs need SystemRoot to start. */
function minimalEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LANG: 'C', LC_ALL: 'C' };
  for (const name of ['PATH', 'SystemRoot']) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function consumeStdout(
  stream: AsyncIterable<Uint8Array>,
  { onStdout, onStdoutLine }: ChildOptions,
): Promise<void> {
  if (onStdoutLine === undefined) await drain(stream, onStdout);
  else await collectLines(stream, onStdoutLine, { mostChars: STDOUT_LINE_CHARS });
}

async function drain(
  stream: AsyncIterable<Uint8Array>,
  consume: ChildOptions['onStdout'],
): Promise<void> {
  for await (const chunk of stream) await consume?.(chunk);
}

/** Passes on whole lines and returns the tail; a line without end is cut, so memory stays bounded. */
async function collectLines(
  stream: AsyncIterable<Uint8Array>,
  onLine: (line: string) => void = () => undefined,
  { mostChars = STDERR_TAIL_CHARS, mostLines = Number.POSITIVE_INFINITY } = {},
): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  let pending = '';
  let left = mostLines;
  const handOn = (lines: readonly string[]) => {
    for (const line of lines.slice(0, left)) onLine(line);
    left = Math.max(0, left - lines.length);
  };
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    tail = (tail + text).slice(-STDERR_TAIL_CHARS);
    if (left === 0) continue;
    const lines = (pending + text).split(/\r\n|\n|\r/);
    pending = (lines.pop() ?? '').slice(-mostChars);
    handOn(lines);
  }
  if (pending !== '') handOn([pending]);
  return tail;
}
