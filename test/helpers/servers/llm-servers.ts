/** Local servers that speak what Ollama, llama.cpp's server, LM Studio and OpenAI speak. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { LlmKind } from '../../../src/shared/llm.ts';
import { startOrigin } from './http-origin.ts';
import { goodAnswer, type Question } from './llm-answers.ts';

export const MODEL = 'tiny-writer';

/** A request for an answer as it arrived. */
export type SeenQuestion = Question & { path: string; body: Record<string, unknown> };

/** What is answered: the text of the model, or something that no good server sends. */
export type Reply =
  | string
  | { status: number; body: string }
  | { cut: string }
  | 'hang'
  | { drop: true };

export async function startLlmServer(
  kind: LlmKind,
  {
    reply = (question) => JSON.stringify(goodAnswer(question)),
    apiKey = null,
  }: { reply?: (question: SeenQuestion) => Reply | Promise<Reply>; apiKey?: string | null } = {},
) {
  const questions: SeenQuestion[] = [];
  let closed = 0;
  const origin = await startOrigin(async (request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) closed++;
    });
    const path = request.url ?? '';
    if (apiKey !== null && request.headers.authorization !== `Bearer ${apiKey}`) {
      return send(response, 401, { error: { message: 'Incorrect API key provided' } });
    }
    const facts = FACTS[kind][path];
    if (facts !== undefined) return send(response, 200, facts);
    if (path !== CHAT[kind]) return send(response, 404, { error: 'not found' });
    const seen = await readQuestion(request, path);
    questions.push(seen);
    answer(kind, response, await reply(seen));
  });
  return { url: origin.url, questions, brokenOff: () => closed, close: origin.close };
}

const CHAT: Record<LlmKind, string> = {
  ollama: '/api/chat',
  'llama.cpp': '/v1/chat/completions',
  'lm-studio': '/v1/chat/completions',
  openai: '/v1/chat/completions',
};
const MODELS = { object: 'list', data: [{ id: MODEL, object: 'model' }] };
const FACTS: Record<LlmKind, Record<string, unknown>> = {
  ollama: {
    '/api/version': { version: '0.13.0' },
    '/api/tags': { models: [{ name: MODEL, model: MODEL, size: 1 }] },
    '/api/show': { details: {}, model_info: { 'llama.context_length': 4096 } },
  },
  'llama.cpp': {
    '/health': { status: 'ok' },
    '/props': { default_generation_settings: { n_ctx: 4096 }, total_slots: 1 },
    '/v1/models': MODELS,
  },
  'lm-studio': {
    '/api/v0/models': { data: [{ id: MODEL, state: 'loaded', loaded_context_length: 4096 }] },
    '/v1/models': MODELS,
  },
  openai: { '/v1/models': MODELS },
};

async function readQuestion(request: IncomingMessage, path: string): Promise<SeenQuestion> {
  const body: { messages: { role: string; content: string }[] } = JSON.parse(await text(request));
  const by = (role: string) => body.messages.find((one) => one.role === role)?.content ?? '';
  return { path, body, system: by('system'), user: by('user') };
}

function answer(kind: LlmKind, response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (typeof reply === 'string') send(response, 200, completion(kind, reply, 'stop'));
  else if ('cut' in reply) send(response, 200, completion(kind, reply.cut, 'length'));
  else if ('drop' in reply) response.socket?.destroy();
  else response.writeHead(reply.status).end(reply.body);
}

function completion(kind: LlmKind, content: string, reason: 'stop' | 'length') {
  const message = { role: 'assistant', content };
  if (kind === 'ollama') {
    return { model: MODEL, message, done: true, done_reason: reason, prompt_eval_count: 26 };
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 26, completion_tokens: 9, total_tokens: 35 },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
