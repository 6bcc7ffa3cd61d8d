/** The engine's child process: frames in, parsed events out. Knows the pipe, not the requests. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Config } from '../../core/config.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { couldNotRun, stepBack, withLimits } from '../../processes/process-limits.ts';
import { engineEnvironment } from './engine-environment.ts';
import {
  type EngineErrorCode,
  EngineEvent,
  type EngineRequest,
  type ErrorEvent,
} from './protocol.ts';

/** The program and the arguments that precede the engine's own. */
export type EngineCommand = { file: string; args: string[] };

export type EngineExit = {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why the program could not be started. */
  spawnError: Error | null;
  /** The last part of its stderr. */
  lastWords: string;
};

export type EngineProcess = {
  /** Writes one frame; waits while the pipe is full. Frames never mix. */
  send(request: EngineRequest, audio?: Uint8Array): Promise<void>;
  /** Ends stdin, which asks the engine to exit. */
  end(): void;
  kill(): void;
  /** Resolves once the process has exited and all its events have been handled. */
  exited: Promise<EngineExit>;
};

const MAX_LINE_BYTES = 1024 * 1024;
const KEPT_STDERR_LINES = 20;
export type EngineHandlers = {
  onEvent(event: EngineEvent): void;
  /** Called for a line that is not an event; nothing after it is read. */
  onProtocolError(error: AppError): void;
};

export type EngineStart = {
  command: EngineCommand;
  args: string[];
  /** Memory limit, where the system can enforce one (src/main/processes/process-limits.ts). */
  memoryBytes: number;
  /** Whether it computes on a graphics card; not when left out. */
  onDevice?: boolean;
};

/** Starts the program; its pipes are missing if it could not be started. */
function startEngine({ command, args, memoryBytes, onDevice }: EngineStart) {
  const whole = withLimits({ file: command.file, args: [...command.args, ...args] }, memoryBytes);
  const child = spawn(whole.file, whole.args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: engineEnvironment(onDevice),
    windowsHide: true,
  });
  if (child.pid !== undefined) stepBack(child.pid);
  return child;
}

export function spawnEngine(
  options: EngineStart & EngineHandlers & { logger: Logger },
): EngineProcess {
  const child = startEngine(options);
  if (child.pid === undefined) return notStarted(child);
  readEvents(child.stdout, options);
  const lastWords = keepLastLines(child.stderr, options.logger);
  return {
    send: createSender(child.stdin),
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    exited: waitForExit(child, lastWords),
  };
}

/** Parses what an engine says, up to a line that is no event. */
function readEvents(said: Readable, { onEvent, onProtocolError }: EngineHandlers): void {
  let broken = false;
  const onLine = (line: Buffer | null) => {
    if (broken) return;
    const event = line && parseEvent(line);
    if (event) return onEvent(event);
    broken = true;
    onProtocolError(new AppError('engine_protocol'));
  };
  said.on('data', createLineReader({ maxBytes: MAX_LINE_BYTES, onLine }));
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

/** Writes frames in their order; a broken stream takes none. */
function createSender(stdin: Writable): EngineProcess['send'] {
  // A broken pipe means that the process has ended; `exited` reports the reason.
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
    // The process may have exited before the kill.
    child.on('error', () => {});
    child.on('close', (code, signal) => {
      resolve({ code, signal, spawnError: null, lastWords: lastWords() });
    });
  });
}

/** The command that starts the engine on this machine. */
export function engineCommand(config: Config): EngineCommand {
  const args = config.precision === null ? [] : ['--precision', config.precision];
  return { file: config.engineFile, args };
}

/** The program is missing, or no process or file descriptor was available; the child may not even have pipes. */
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

type LineReaderOptions = {
  maxBytes: number;
  /** A line without its newline, or null for one that was too long. */
  onLine(line: Buffer | null): void;
};

/**
 * The handler for the chunks of a byte stream, which splits them into lines of bounded length and holds at most one in
 * memory. Text after the last newline is never a line.
 */
function createLineReader({ maxBytes, onLine }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let dropping = false;

  const add = (part: Buffer) => {
    if (dropping) return;
    bytes += part.length;
    if (bytes <= maxBytes) {
      parts.push(part);
      return;
    }
    dropping = true;
    parts = [];
    onLine(null);
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      if (!dropping) onLine(Buffer.concat(parts));
      parts = [];
      bytes = 0;
      dropping = false;
      start = end + 1;
    }
    add(chunk.subarray(start));
  };
}

/** Turns failures of the engine process into errors of the catalogue. */
const OUT_OF_MEMORY_EXIT = 3;

const CATALOGUE_CODES = {
  bad_frame: 'engine_protocol',
  bad_request: 'engine_protocol',
  too_long: 'engine_protocol',
  unknown_language: 'engine_protocol',
  // Only for requests whose caller no longer waits.
  aborted: 'canceled',
  model_missing: 'model_missing',
  model_invalid: 'model_invalid',
  out_of_memory: 'out_of_memory',
  // The processor takes over (devices/card-engine.ts), so these two are not shown.
  device_memory: 'out_of_memory',
  device_failed: 'engine_crashed',
  failed: 'window_failed',
} as const satisfies Record<EngineErrorCode, string>;

/** Converts an `error` event; keeps the engine's own message because it says what is wrong. */
export function eventError(event: ErrorEvent): AppError {
  return new AppError(CATALOGUE_CODES[event.code], { message: event.message, cause: event });
}

/** The process ended although it was still needed. */
export function exitError(exit: EngineExit): AppError {
  if (exit.spawnError) {
    const missing =
      isNodeError(exit.spawnError) && ['ENOENT', 'EACCES'].includes(exit.spawnError.code ?? '');
    return new AppError(missing ? 'engine_missing' : 'engine_crashed', { cause: exit.spawnError });
  }
  // Only the kernel's out-of-memory killer sends SIGKILL here; our own kills already have their error.
  const outOfMemory = exit.signal === 'SIGKILL' || exit.code === OUT_OF_MEMORY_EXIT;
  const how = exit.signal ?? `exit code ${exit.code}`;
  const cause = new Error(`The engine ended with ${how}: ${exit.lastWords}`);
  if (couldNotRun(exit.code)) return new AppError('engine_missing', { cause });
  return new AppError(outOfMemory ? 'out_of_memory' : 'engine_crashed', { cause });
}
