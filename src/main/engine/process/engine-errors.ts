/** What went wrong with the engine's process, in the words of the catalogue. */
import { couldNotRun } from '../../child-limits.ts';
import { AppError, isNodeError } from '../../errors.ts';
import type { EngineExit } from './engine-process.ts';
import type { EngineErrorCode, ErrorEvent } from './protocol.ts';

const OUT_OF_MEMORY_EXIT = 3;

const CATALOGUE_CODES = {
  bad_frame: 'engine_protocol',
  bad_request: 'engine_protocol',
  too_long: 'engine_protocol',
  unknown_language: 'engine_protocol',
  // Only for requests that nobody waits for any more.
  aborted: 'canceled',
  model_missing: 'model_missing',
  model_invalid: 'model_invalid',
  out_of_memory: 'out_of_memory',
  failed: 'window_failed',
} as const satisfies Record<EngineErrorCode, string>;

/** An `error` event; the engine's own sentence is kept because it names what is wrong. */
export function eventError(event: ErrorEvent): AppError {
  return new AppError(CATALOGUE_CODES[event.code], { message: event.message, cause: event });
}

/** A process that ended although it was still needed. */
export function exitError(exit: EngineExit): AppError {
  if (exit.spawnError) {
    const missing =
      isNodeError(exit.spawnError) && ['ENOENT', 'EACCES'].includes(exit.spawnError.code ?? '');
    return new AppError(missing ? 'engine_missing' : 'engine_crashed', { cause: exit.spawnError });
  }
  // Nobody but the kernel's out-of-memory killer sends SIGKILL; our own kills have their error already.
  const outOfMemory = exit.signal === 'SIGKILL' || exit.code === OUT_OF_MEMORY_EXIT;
  const how = exit.signal ?? `exit code ${exit.code}`;
  const cause = new Error(`The engine ended with ${how}: ${exit.lastWords}`);
  if (couldNotRun(exit.code)) return new AppError('engine_missing', { cause });
  return new AppError(outOfMemory ? 'out_of_memory' : 'engine_crashed', { cause });
}
