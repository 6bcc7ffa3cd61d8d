import { Agent, request } from 'undici';
import type { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import type { Clock } from '../core/clock.ts';
import { within } from '../core/deadline.ts';
import { type LlmAddress, LlmError } from './ask-language-model.ts';

/** A large model on a slow machine takes minutes to respond. */
const ANSWER_MS = 300_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export type JsonAnswer = { status: number; body: unknown };
export type SendJson = (
  path: string,
  options: { body?: unknown; signal: AbortSignal; timeoutMs?: number },
) => Promise<JsonAnswer>;

/** Sends JSON to this server only: redirects are not followed, proxies not used. */
export function createSendJson({ baseUrl, apiKey }: LlmAddress, clock: Clock): SendJson {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  return async (path, { body, signal, timeoutMs = ANSWER_MS }) => {
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    const late = new LlmError('timeout', 'The language model took too long.');
    try {
      return await within({ clock, ms: timeoutMs, late, signal }, async (over) => {
        const answer = await request(base + path, {
          dispatcher: agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: over,
        });
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of answer.body) {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) throw new LlmError('failed', 'The answer is too large.');
        }
        return {
          status: answer.statusCode,
          body: parseJson(Buffer.concat(chunks).toString('utf8')),
        };
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LlmError) throw error;
      throw new LlmError('unreachable', 'The server could not be reached.', { cause: error });
    } finally {
      await agent.destroy();
    }
  };
}

/** The body of an answer as `api` has it. @throws LlmError for anything else */
export function expectSuccess<Schema extends z.ZodType>(
  { status, body }: JsonAnswer,
  schema: Schema,
  api: string,
): z.output<Schema> {
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new LlmError('failed', `The server does not answer as ${api} does.`);
  }
  if (status === 401 || status === 403) {
    throw new LlmError('refused', 'The server does not accept the API key.');
  }
  throw new LlmError('failed', `The server answered ${status}.`);
}
