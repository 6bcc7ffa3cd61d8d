import type { LlmKind } from '../../shared/llm.ts';
import type { Clock } from '../clock.ts';
import { createSendJson } from './json-request.ts';
import { createOllama } from './ollama.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';
import type { LlmAddress, LlmServer } from './server.ts';

/** A server as it is set, with its key and the model to use. */
export type LlmTarget = LlmAddress & { kind: LlmKind; model: string };

/** People give the address with or without the `/v1` that OpenAI's clients want. */
export function openServer({ kind, model, baseUrl, apiKey }: LlmTarget, clock: Clock): LlmServer {
  const send = createSendJson({ baseUrl: baseUrl.replace(/\/v1\/*$/, ''), apiKey }, clock);
  return kind === 'ollama'
    ? createOllama({ send, model })
    : createOpenAiCompatible({ send, model, kind });
}
