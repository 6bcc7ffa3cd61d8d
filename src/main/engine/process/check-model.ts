/** Asks the engine whether it could load a file as a model, without loading it. */
import { execFile } from 'node:child_process';
import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { AppError } from '../../core/errors.ts';
import { type Command, couldNotRun, withLimits } from '../../processes/process-limits.ts';
import { engineEnvironment } from './engine-environment.ts';
import { type EngineCommand, eventError } from './engine-process.ts';
import { memoryLimit } from './model-memory.ts';
import { ErrorEvent, ModelEvent } from './protocol.ts';

const Answer = z.discriminatedUnion('type', [ModelEvent, ErrorEvent]);

/**
 * Checks the structure of a model file. Rejects with AppError `model_missing` or `model_invalid` (whose message says
 * what is wrong), `engine_missing` or `engine_crashed`, or with the signal's reason.
 */
export async function checkModel(options: {
  command: EngineCommand;
  modelPath: string;
  signal?: AbortSignal;
}): Promise<ModelEvent> {
  const { command, modelPath, signal } = options;
  signal?.throwIfAborted();
  const whole = { file: command.file, args: [...command.args, '--check', modelPath] };
  const limited = withLimits(whole, await memoryLimit(modelPath));
  const { stdout, error } = await run(limited, signal);
  signal?.throwIfAborted();
  if (error !== null && isMissing(error)) throw new AppError('engine_missing', { cause: error });
  const answer = Answer.safeParse(parseJson(stdout)).data;
  if (!answer) throw new AppError('engine_crashed', { cause: error });
  if (answer.type === 'error') throw eventError(answer);
  return answer;
}

type RunResult = { stdout: string; error: (Error & { code?: unknown }) | null };

function run({ file, args }: Command, signal?: AbortSignal): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = { env: engineEnvironment(), windowsHide: true, ...(signal && { signal }) };
    // For a refused model the engine exits with a non-zero code and prints the reason on stdout.
    execFile(file, args, options, (error, stdout) => resolve({ stdout, error }));
  });
}

/** `code` is the system's error code or the process's exit code. */
function isMissing({ code }: { code?: unknown }): boolean {
  return code === 'ENOENT' || code === 'EACCES' || (typeof code === 'number' && couldNotRun(code));
}
