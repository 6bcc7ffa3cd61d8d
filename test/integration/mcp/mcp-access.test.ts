import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent } from '../../helpers/harness/agent.ts';
import { ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let queue: Awaited<ReturnType<typeof keepQueueBusy>>;
beforeAll(async () => {
  app = await startTestApp();
  queue = await keepQueueBusy(app.client);
});
afterAll(async () => {
  await queue.release();
  await app.stop();
});

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'create_transcription',
    arguments: { url: 'https://example.com/a.mp3', wait_seconds: 0 },
  },
});

const post = (headers: Record<string, string>, body = CALL) =>
  ask(`${app.url}/mcp`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${app.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });

const jobs = async () => (await app.client.listTranscriptions()).data.length;

describe('who may use the tools', () => {
  test('a key may: the call the others are denied works', async () => {
    const before = await jobs();
    const answer = await post({});
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
    expect(await jobs()).toBe(before + 1);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a page of another port', { origin: 'http://localhost:3000' }, 403],
    ['a rebound name', { host: 'evil.example' }, 403],
    ['a name that only begins like ours', { host: '127.0.0.1.evil.example' }, 403],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['no key', { authorization: '' }, 401],
    ['another scheme', { authorization: 'Basic c3Rlbm86c3Rlbm8=' }, 401],
    ['a made-up key', { authorization: 'Bearer steno_live_0000' }, 401],
    ['another content type', { 'content-type': 'text/plain' }, 415],
    ['an unknown revision', { 'mcp-protocol-version': '1999-01-01' }, 400],
  ])('%s may not', async (_, headers, status) => {
    const before = await jobs();
    const answer = await post(headers);
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(await jobs()).toBe(before);
  });

  test('the window may not: its cookie is not accepted here', async () => {
    const signedIn = await ask(app.signInUrl);
    const cookie = `${signedIn.headers['set-cookie']}`.split(';')[0] ?? '';
    const asWindow = { cookie };
    expect((await ask(`${app.url}/v1/models`, { headers: asWindow })).status).toBe(200);
    const answer = await ask(`${app.url}/mcp`, {
      method: 'POST',
      body: CALL,
      headers: { ...asWindow, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });

  test('a revoked key may not', async () => {
    const { id, key } = await app.client.createKey({ name: 'agent' });
    const agent = await connectAgent({ url: app.url, key });
    await app.client.revokeKey(id);
    await expect(agent.client.listTools()).rejects.toThrow();
    await agent.close();
  });

  test.each(['GET', 'DELETE'])('there are no sessions: %s is not taken', async (method) => {
    const headers = { authorization: `Bearer ${app.key}`, accept: 'text/event-stream' };
    expect((await ask(`${app.url}/mcp`, { method, headers })).status).toBe(405);
  });

  test('a body that is no JSON or too large is refused', async () => {
    expect((await post({}, '{')).status).toBe(400);
    expect((await post({}, JSON.stringify({ a: 'x'.repeat(70_000) }))).status).toBe(413);
  });
});

describe('addresses an agent may have transcribed', () => {
  test.each([
    'http://127.0.0.1:PORT/a.mp3',
    'http://localhost:PORT/a.mp3',
    'http://[::1]:PORT/a.mp3',
    'http://2130706433:PORT/a.mp3',
    'http://192.168.1.1/a.mp3',
    'http://nas/a.mp3',
    'http://printer.local/a.mp3',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '/etc/passwd',
  ])('not %s', async (address) => {
    const origin = await startOrigin((_, response) => response.end());
    const agent = await connectAgent(app);
    try {
      const before = await jobs();
      const url = address.replace('PORT', new URL(origin.url).port);
      await expect(agent.call('create_transcription', { url, wait_seconds: 0 })).rejects.toThrow(
        /^(blocked_address|invalid_url): /,
      );
      expect(await jobs()).toBe(before);
      expect(origin.requests).toEqual([]);
    } finally {
      await agent.close();
      await origin.close();
    }
  });
});
