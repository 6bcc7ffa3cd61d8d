import type { ErrorCode } from '../../shared/error-catalogue.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { type LlmTarget, openServer } from './open-server.ts';
import { LlmError } from './server.ts';

/** The names of a server's models. @throws llm_unreachable, llm_refused, llm_failed */
export async function listModels(
  target: Omit<LlmTarget, 'model'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await openServer({ ...target, model: '' }, clock).models(signal);
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    throw new AppError(codeOf(error), { cause: error });
  }
}

function codeOf({ reason }: LlmError): ErrorCode {
  if (reason === 'refused') return 'llm_refused';
  return reason === 'unreachable' || reason === 'timeout' ? 'llm_unreachable' : 'llm_failed';
}
