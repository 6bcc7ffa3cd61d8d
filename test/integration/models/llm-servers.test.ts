import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { listModels, openServer } from '../../../src/main/llm/open-server.ts';
import { LlmKind } from '../../../src/shared/llm.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  MODEL,
  type Reply,
  type SeenQuestion,
  startLlmServer,
} from '../../helpers/servers/llm-servers.ts';

type Server = Awaited<ReturnType<typeof startLlmServer>>;
let server: Server;
afterEach(() => server?.close());

const never = new AbortController().signal;
const QUESTION = {
  system: 'Answer with JSON.',
  user: '[1] Hello.',
  schema: { type: 'object', properties: { a: { type: 'integer' } } },
  temperature: 0.2,
  signal: never,
};

async function start(kind: LlmKind, reply: (question: SeenQuestion) => Reply, key?: string) {
  server = await startLlmServer(kind, { reply, apiKey: key ?? null });
  const target = { kind, model: MODEL, baseUrl: server.url, apiKey: key ?? null };
  return openServer(target, systemClock);
}

describe.each(LlmKind.options)('%s', (kind) => {
  test('answers a question, within what fits, at an address with or without /v1', async () => {
    const llm = await start(kind, () => '{"a":1}');
    expect(await llm.complete(QUESTION)).toBe('{"a":1}');
    const { user, system } = server.questions[0] ?? {};
    expect([user, system]).toEqual([QUESTION.user, QUESTION.system]);
    const target = { kind, model: MODEL, baseUrl: `${server.url}/v1/`, apiKey: null };
    expect(await openServer(target, systemClock).complete(QUESTION)).toBe('{"a":1}');
    expect(await llm.contextTokens(never)).toBe(kind === 'openai' ? 8192 : 4096);
  });

  test('is given the schema in its own way', async () => {
    const llm = await start(kind, () => '{}');
    await llm.complete(QUESTION);
    const body = server.questions[0]?.body;
    const { schema } = QUESTION;
    expect(body).toMatchObject(
      kind === 'ollama'
        ? { format: schema, stream: false, options: { num_ctx: 4096, temperature: 0.2 } }
        : { response_format: { type: 'json_schema', json_schema: { strict: true, schema } } },
    );
  });

  test('lists its models, for the right key only', async () => {
    await start(kind, () => '', 'secret');
    const target = { kind, baseUrl: server.url, apiKey: 'secret' };
    expect(await listModels(target, systemClock, never)).toEqual([MODEL]);
    const wrong = listModels({ ...target, apiKey: 'guess' }, systemClock, never);
    await expect(wrong).rejects.toMatchObject({ code: 'llm_refused' });
  });

  test.each<[string, Reply]>([
    ['truncated', { cut: '{"a":' }],
    ['failed', { status: 500, body: '{"error":"out of memory"}' }],
    ['failed', { status: 200, body: '<html>hello</html>' }],
    ['failed', { status: 302, body: '' }],
    ['refused', { status: 404, body: '{"error":"model not found"}' }],
    ['refused', { status: 401, body: '' }],
    ['unreachable', { drop: true }],
  ])('says %s when it must', async (reason, reply) => {
    const llm = await start(kind, () => reply);
    await expect(llm.complete(QUESTION)).rejects.toMatchObject({ reason });
  });

  test('that hangs is given up after five minutes, and sees the connection close', async () => {
    server = await startLlmServer(kind, { reply: () => 'hang' });
    const clock = createFakeClock();
    const llm = openServer({ kind, model: MODEL, baseUrl: server.url, apiKey: null }, clock);
    const asked = llm.complete(QUESTION);
    asked.catch(() => {});
    await until(() => server.questions.length === 1);
    await clock.advance(300_000);
    await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
    await until(() => server.brokenOff() === 1);
  });

  test('is left alone at once when the work stops', async () => {
    const llm = await start(kind, () => 'hang');
    const stop = new AbortController();
    const asked = llm.complete({ ...QUESTION, signal: stop.signal });
    asked.catch(() => {});
    await until(() => server.questions.length === 1);
    stop.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
    await until(() => server.brokenOff() === 1);
  });
});

test('a server that is not there is unreachable', async () => {
  server = await startLlmServer('ollama');
  const baseUrl = server.url;
  await server.close();
  const target = { kind: 'ollama', model: MODEL, baseUrl, apiKey: null } as const;
  const asked = openServer(target, systemClock).complete(QUESTION);
  await expect(asked).rejects.toMatchObject({ reason: 'unreachable' });
  const listed = listModels(target, systemClock, never);
  await expect(listed).rejects.toMatchObject({ code: 'llm_unreachable' });
});

test('a server of another kind is told apart from one that is down', async () => {
  await start('openai', () => '');
  const listed = listModels(
    { kind: 'ollama', baseUrl: server.url, apiKey: null },
    systemClock,
    never,
  );
  await expect(listed).rejects.toMatchObject({ code: 'llm_failed' });
});

test('llama.cpp that takes no response_format gets a grammar, and again the next time', async () => {
  const refused = { status: 400, body: '{"error":"Either json_schema or grammar"}' };
  const llm = await start('llama.cpp', ({ body }) => (body['response_format'] ? refused : '{}'));
  await llm.complete(QUESTION);
  await llm.complete(QUESTION);
  const forms = server.questions.map(({ body }) =>
    Object.keys(body).filter((key) => /json|format/.test(key)),
  );
  expect(forms).toEqual([['response_format'], ['json_schema'], ['json_schema']]);
});

test('OpenAI’s reasoning models are asked without what they refuse', async () => {
  const message = "Unsupported parameter: use 'max_completion_tokens' instead.";
  const refused = { status: 400, body: JSON.stringify({ error: { message } }) };
  const llm = await start('openai', ({ body }) => (body['max_tokens'] ? refused : '{}'));
  expect(await llm.complete(QUESTION)).toBe('{}');
  expect(server.questions[1]?.body).not.toHaveProperty('temperature');
});

test('an answer without end is cut off', async () => {
  const llm = await start('ollama', () => 'x'.repeat(5 * 1024 * 1024));
  await expect(llm.complete(QUESTION)).rejects.toMatchObject({ reason: 'failed' });
});
