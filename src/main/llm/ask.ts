import type { z } from 'zod';
import type { Fallback } from '../../shared/transcription/structured.ts';
import { readAnswer, toJsonSchema } from './answers.ts';
import { LlmError, type LlmServer } from './server.ts';

/** What a question gives: something usable, or why not. */
export type Outcome<Value> = { value: Value } | { reason: Fallback['reason']; transport: boolean };

const FIRST_TEMPERATURE = 0.2;

/**
 * Asks once, and once more with what was wrong. `check` turns an answer into what can be used and throws LlmError
 * for one that cannot. Throws nothing but the signal's reason.
 */
export async function ask<Schema extends z.ZodType, Value>(
  server: LlmServer,
  question: { system: string; user: string; schema: Schema; signal: AbortSignal },
  check: (answer: z.output<Schema>) => Value,
): Promise<Outcome<Value>> {
  const { schema, signal, user } = question;
  let system = `${question.system}\n\nAnswer with JSON of this schema:\n${JSON.stringify(toJsonSchema(schema))}`;
  let last = new LlmError('failed', 'Nothing was asked.');
  for (const temperature of [FIRST_TEMPERATURE, 0]) {
    try {
      const request = { system, user, schema: toJsonSchema(schema), temperature, signal };
      return { value: check(readAnswer(await server.complete(request), schema)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LlmError)) throw error;
      last = error;
      if (error.isTransport) break;
      system = `${system}\n\nAn answer before this one could not be used: ${error.message}`;
    }
  }
  return { reason: last.reason, transport: last.isTransport };
}
