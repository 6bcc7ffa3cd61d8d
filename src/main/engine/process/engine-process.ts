/** The child process behind an engine: frames in, parsed events out. Knows the pipe, not the requests. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { withLimits } from '../../child-limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { stepBack } from '../../priority.ts';
import { createLineReader } from './line-reader.ts';
import { EngineEvent, type EngineRequest } from './protocol.ts';

/** The program and the arguments that come before the engine's own. */
export type EngineCommand = { file: string; args: string[] };

export type EngineExit = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why the program could not be started. */
  spawnError: Error | null;
  /** The end of what it wrote to stderr. */
  lastWords: string;
};

export type EngineProcess = {
  /** Writes one frame; waits while the pipe is full. Frames never mix. */
  send(request: EngineRequest, audio?: Uint8Array): Promise<void>;
  /** Ends stdin, which asks the engine to leave. */
  end(): void;
  kill(): void;
  /** Resolves once the process is gone and every event it wrote has been handled. */
  exited: Promise<EngineExit>;
};

const MAX_LINE_BYTES = 1024 * 1024;
const KEPT_STDERR_LINES = 20;
/** What a program needs from the environment to start at all; keys and tokens stay out of reach. */
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot'];
/**
 * Threads of a lane wait for each other at every step. Spinning as long as OpenMP does by itself makes a window take
 * several times as long where other programs have the processors (docs/performance.md).
 */
const SHORT_WAITS = { GOMP_SPINCOUNT: '1000' };

export function spawnEngine(options: {
  command: EngineCommand;
  args: string[];
  /** The most it may take, where the system can hold it to that (src/main/child-limits.ts). */
  memoryBytes: number;
  logger: Logger;
  onEvent(event: EngineEvent): void;
  /** A line that is not an event; nothing after it is read. */
  onProtocolError(error: AppError): void;
}): EngineProcess {
  const { command, logger } = options;
  const whole = { file: command.file, args: [...command.args, ...options.args] };
  const { file, args } = withLimits(whole, options.memoryBytes);
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: minimalEnvironment(),
    windowsHide: true,
  });
  if (child.pid === undefined) return notStarted(child);
  stepBack(child.pid);
  let broken = false;
  const onLine = (line: Buffer | null) => {
    if (broken) return;
    const event = line && parseEvent(line);
    if (event) return options.onEvent(event);
    broken = true;
    options.onProtocolError(new AppError('engine_protocol'));
  };
  child.stdout.on('data', createLineReader({ maxBytes: MAX_LINE_BYTES, onLine }));
  const lastWords = keepLastLines(child.stderr, logger);
  return {
    send: createSender(child.stdin),
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    exited: waitForExit(child, lastWords),
  };
}

/** What every engine is started with. */
export function minimalEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_ENVIRONMENT.map((name) => [name, process.env[name]] as const);
  const present = passed.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), ...SHORT_WAITS };
}

function parseEvent(line: Buffer): EngineEvent | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line);
    const parsed = EngineEvent.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function createSender(stdin: Writable): EngineProcess['send'] {
  // A broken pipe means that the process is gone, and `exited` says so with its reason.
  stdin.on('error', () => {});
  let last: Promise<void> = Promise.resolve();
  const write = async (request: EngineRequest, audio?: Uint8Array) => {
    if (!stdin.writable) return;
    stdin.cork();
    let flows = stdin.write(`${JSON.stringify(request)}\n`);
    if (audio) flows = stdin.write(audio);
    stdin.uncork();
    if (!flows) await drained(stdin);
  };
  return (request, audio) => {
    last = last.then(() => write(request, audio));
    return last;
  };
}

function drained(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    stdin.on('drain', done).on('close', done);
  });
}

function keepLastLines(stderr: Readable, logger: Logger): () => string {
  const lines: string[] = [];
  const onLine = (line: Buffer | null) => {
    const text = line?.toString('utf8').trim() ?? '(a very long line)';
    if (text === '') return;
    logger.debug({ engine: text }, 'engine log');
    lines.push(text);
    if (lines.length > KEPT_STDERR_LINES) lines.shift();
  };
  stderr.on('data', createLineReader({ maxBytes: MAX_LINE_BYTES, onLine }));
  return () => lines.join('\n');
}

function waitForExit(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  lastWords: () => string,
): Promise<EngineExit> {
  return new Promise((resolve) => {
    // A kill that comes too late.
    child.on('error', () => {});
    child.on('close', (code, signal) => {
      resolve({ code, signal, spawnError: null, lastWords: lastWords() });
    });
  });
}

/** How the engine is started on this machine. */
export function engineCommand(config: Config): EngineCommand {
  const args = config.bf16 === null ? [] : ['--bf16', config.bf16 ? 'on' : 'off'];
  return { file: config.engineFile, args };
}

/** There is no such program, or no process or file descriptor for it; it may not even have pipes. */
function notStarted(child: ChildProcess): EngineProcess {
  return {
    send: async () => {},
    end: () => {},
    kill: () => {},
    exited: new Promise((resolve) => {
      child.once('error', (spawnError) =>
        resolve({ code: null, signal: null, spawnError, lastWords: '' }),
      );
    }),
  };
}
