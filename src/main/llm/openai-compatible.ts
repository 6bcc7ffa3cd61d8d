import { z } from 'zod';
import type { LlmKind } from '../../shared/llm.ts';
import {
  LlmError,
  type LlmRequest,
  type LlmServer,
  MAX_ANSWER_TOKENS,
} from './ask-language-model.ts';
import { expectSuccess, type SendJson } from './json-request.ts';

type OpenAiKind = Exclude<LlmKind, 'ollama'>;
/** How to request JSON; servers differ in what they support. */
type Form = (schema: LlmRequest['schema']) => Record<string, unknown>;

const LOOK_MS = 10_000;
const USUAL_CONTEXT: Record<OpenAiKind, number> = {
  'llama.cpp': 4096,
  'lm-studio': 4096,
  openai: 8192,
};

const strict: Form = (schema) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
});
const grammar: Form = (schema) => ({ json_schema: schema });
const anyJson: Form = () => ({ response_format: { type: 'json_object' } });
const plain: Form = () => ({});

/** From the strictest to what every server supports; the prompt also contains the schema. */
const FORMS: Record<OpenAiKind, readonly [Form, ...Form[]]> = {
  'llama.cpp': [strict, grammar, plain],
  'lm-studio': [strict, plain],
  openai: [strict, anyJson, plain],
};

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.int().positive() }) });
const Loaded = z.object({
  data: z.array(z.object({ id: z.string(), loaded_context_length: z.int().positive().optional() })),
});
const Chat = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullable() }),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
});

/** llama.cpp's server, LM Studio and every other server with OpenAI's chat completions. */
export function createOpenAiCompatible({
  send,
  model,
  kind,
}: {
  send: SendJson;
  model: string;
  kind: OpenAiKind;
}): LlmServer {
  const forms = FORMS[kind];
  let understood = 0;
  // OpenAI's reasoning models accept neither `max_tokens` nor `temperature`.
  let reasoning = false;

  const ask = ({ system, user, schema, temperature, signal }: LlmRequest) =>
    send(`${API}/chat/completions`, {
      body: {
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        stream: false,
        ...(reasoning
          ? { max_completion_tokens: 4 * MAX_ANSWER_TOKENS }
          : { max_tokens: MAX_ANSWER_TOKENS, temperature }),
        ...(forms[understood] ?? plain)(schema),
      },
      signal,
    });

  return {
    async complete(request) {
      let answer = await ask(request);
      if (
        isBadRequest(answer.status) &&
        JSON.stringify(answer.body).includes('max_completion_tokens')
      ) {
        reasoning = true;
        answer = await ask(request);
      }
      while (isBadRequest(answer.status) && understood < forms.length - 1) {
        understood++;
        answer = await ask(request);
      }
      if (answer.status === 404) throw new LlmError('refused', `There is no model "${model}".`);
      const [choice] = expectSuccess(answer, Chat, OPENAI).choices;
      if (choice?.finish_reason === 'length') {
        throw new LlmError('truncated', 'The answer was cut off.');
      }
      return choice?.message.content ?? '';
    },

    async contextTokens(signal) {
      if (kind === 'llama.cpp') {
        const { body } = await send('/props', { signal, timeoutMs: LOOK_MS });
        const props = Props.safeParse(body);
        return props.data?.default_generation_settings.n_ctx ?? USUAL_CONTEXT[kind];
      }
      if (kind === 'lm-studio') {
        const { body } = await send('/api/v0/models', { signal, timeoutMs: LOOK_MS });
        const loaded = Loaded.safeParse(body).data?.data.find(({ id }) => id === model);
        return loaded?.loaded_context_length ?? USUAL_CONTEXT[kind];
      }
      return USUAL_CONTEXT[kind];
    },

    async models(signal) {
      const answer = await send(`${API}/models`, { signal, timeoutMs: LOOK_MS });
      return expectSuccess(answer, Models, OPENAI).data.map(({ id }) => id);
    },
  };
}

const API = '/v1';
const OPENAI = 'OpenAI’s API';

/** The server did not understand the request; wrong keys, unknown models and rate limits have other statuses. */
function isBadRequest(status: number): boolean {
  return status === 400 || status === 422 || status === 501;
}
