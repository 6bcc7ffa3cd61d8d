/** Asks the engine whether a file is a model it could load, without loading it. */
import { execFile } from 'node:child_process';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { eventError } from './engine-errors.ts';
import type { EngineCommand } from './engine-process.ts';
import { ErrorEvent, ModelEvent } from './protocol.ts';

const Answer = z.discriminatedUnion('type', [ModelEvent, ErrorEvent]);

/**
 * Reads the structure of a model file. Rejects with AppError `model_missing` or `model_invalid` (its message names
 * what is wrong), `engine_missing` or `engine_crashed`, or with the signal's reason.
 */
export async function checkModel(options: {
  command: EngineCommand;
  modelPath: string;
  signal?: AbortSignal;
}): Promise<ModelEvent> {
  const { command, modelPath, signal } = options;
  signal?.throwIfAborted();
  const { stdout, error } = await run(command, ['--check', modelPath], signal);
  signal?.throwIfAborted();
  if (error?.code === 'ENOENT' || error?.code === 'EACCES') {
    throw new AppError('engine_missing', { cause: error });
  }
  const answer = parseAnswer(stdout);
  if (answer === null) throw new AppError('engine_crashed', { cause: error });
  if (answer.type === 'error') throw eventError(answer);
  return answer;
}

type RunResult = { stdout: string; error: (Error & { code?: unknown }) | null };

function run(command: EngineCommand, args: string[], signal?: AbortSignal): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = signal ? { signal, windowsHide: true } : { windowsHide: true };
    // A refused model is a non-zero exit with its reason on stdout.
    execFile(command.file, [...command.args, ...args], options, (error, stdout) =>
      resolve({ stdout, error }),
    );
  });
}

function parseAnswer(stdout: string): z.infer<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}
