import { z } from 'zod';
import type { ErrorCode } from '../../shared/error-catalogue.ts';
import type { LlmKind } from '../../shared/llm.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import {
  type LlmAddress,
  LlmError,
  type LlmServer,
  MAX_ANSWER_TOKENS,
} from './ask-language-model.ts';
import { createSendJson, expectSuccess, type SendJson } from './json-request.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

/** The configured server, with its key and the model to use. */
export type LlmTarget = LlmAddress & { kind: LlmKind; model: string };

/** Users enter the URL with or without the `/v1` that OpenAI's clients expect. */
export function openServer({ kind, model, baseUrl, apiKey }: LlmTarget, clock: Clock): LlmServer {
  const send = createSendJson({ baseUrl: baseUrl.replace(/\/v1\/*$/, ''), apiKey }, clock);
  return kind === 'ollama'
    ? createOllama({ send, model })
    : createOpenAiCompatible({ send, model, kind });
}

/** Longer texts are split anyway, and a larger context costs memory. */
const WANTED_CONTEXT = 8192;
const LOOK_MS = 10_000;

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const Show = z.object({ model_info: z.record(z.string(), z.unknown()) });
const Chat = z.object({
  message: z.object({ content: z.string() }),
  done_reason: z.string().optional(),
});

/**
 * Uses Ollama's own API: its OpenAI-compatible one cannot set the context size and silently truncates long requests.
 */
function createOllama({ send, model }: { send: SendJson; model: string }): LlmServer {
  const contextTokens = async (signal: AbortSignal): Promise<number> => {
    const answer = await send('/api/show', { body: { model }, signal, timeoutMs: LOOK_MS });
    const shown = Show.safeParse(answer.body);
    const info = Object.entries(shown.data?.model_info ?? {});
    const length = info.find(([name]) => name.endsWith('.context_length'))?.[1];
    return typeof length === 'number' ? Math.min(WANTED_CONTEXT, length) : WANTED_CONTEXT;
  };

  return {
    contextTokens,

    async complete({ system, user, schema, temperature, signal }) {
      const answer = await send('/api/chat', {
        body: {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          format: schema,
          stream: false,
          think: false,
          options: {
            num_ctx: await contextTokens(signal),
            num_predict: MAX_ANSWER_TOKENS,
            temperature,
          },
        },
        signal,
      });
      if (answer.status === 404) throw new LlmError('refused', `There is no model "${model}".`);
      const chat = expectSuccess(answer, Chat, 'Ollama');
      if (chat.done_reason === 'length') throw new LlmError('truncated', 'The answer was cut off.');
      return chat.message.content;
    },

    async models(signal) {
      const answer = await send('/api/tags', { signal, timeoutMs: LOOK_MS });
      return expectSuccess(answer, Tags, 'Ollama').models.map(({ name }) => name);
    },
  };
}

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
