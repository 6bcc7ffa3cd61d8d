import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import {
  openConnection,
  type RawAnswer,
  readAll,
  sendRaw,
} from '../../helpers/harness/raw-request.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(async () => {
  expect((await app.client.listTranscriptions()).data).toEqual([]);
});

const JSON_BODY = '{"url":"http://127.0.0.1:9/a.mp3"}';
const MB = 1024 * 1024;

/** A request line and headers; `Connection: close`, so that the answer has an end. */
const head = (line: string, headers: string[] = []) =>
  [
    `${line} HTTP/1.1`,
    `Authorization: Bearer ${app.key}`,
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');
const host = () => `Host: 127.0.0.1:${app.port}`;

function expectError(answer: RawAnswer, status: number, code: string): void {
  expect({
    status: answer.status,
    code: ErrorBody.parse(JSON.parse(answer.body)).error.code,
  }).toEqual({ status, code });
}

describe('what is not quite HTTP', () => {
  test('a request without a host, or with two, is refused', async () => {
    const list = 'GET /v1/transcriptions';
    expectError(await sendRaw(app.port, head(list)), 400, 'invalid_request');
    const two = head(list, [host(), 'Host: evil.example']);
    expectError(await sendRaw(app.port, two), 403, 'forbidden_host');
  });

  test.each([
    ['noise', () => 'hello\r\n\r\n'],
    ['a TLS greeting', () => Buffer.from('160301020001000001fc0303', 'hex')],
    ['a header with a line break in its name', () => head('GET /health', [host(), 'X y: 1'])],
    ['a space before the colon', () => head('GET /health', [`${host()} `, 'Host : a'])],
    [
      'a length and chunks at once',
      () =>
        `${head('POST /v1/transcriptions', [host(), 'Content-Type: application/json', 'Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
    ],
    [
      'two lengths',
      () => head('POST /v1/files', [host(), 'Content-Length: 5', 'Content-Length: 6']),
    ],
    ['a length below zero', () => head('POST /v1/transcriptions', [host(), 'Content-Length: -1'])],
  ])('%s is refused', async (_what, text) => {
    expectError(await sendRaw(app.port, text()), 400, 'invalid_request');
  });

  test('a host that is none is refused', async () => {
    for (const name of ['Host: a b', 'Host: [::1', 'Host: evil.example@127.0.0.1', 'Host:']) {
      const answer = await sendRaw(app.port, head('GET /v1/transcriptions', [name]));
      expect([400, 403]).toContain(answer.status);
    }
  });

  test('headers of more than 16 KB are refused', async () => {
    const long = head('GET /health', [host(), `X-Long: ${'x'.repeat(17_000)}`]);
    expectError(await sendRaw(app.port, long), 431, 'headers_too_large');
    const many = Array.from({ length: 3000 }, (_, i) => `X-${i}: 1`);
    const all = head('GET /health', [host(), ...many]);
    expectError(await sendRaw(app.port, all), 431, 'headers_too_large');
  });

  test('a key of 10 MB never gets in', async () => {
    const key = `Authorization: Bearer ${'x'.repeat(10 * MB)}`;
    // The connection may be gone before the answer is read.
    const { status } = await sendRaw(app.port, head('GET /v1/usage', [host(), key]));
    expect([431, 0]).toContain(status);
  });
});

describe('an address', () => {
  const authorized = async (path: string, method = 'GET') => {
    // As it is: `fetch` and `URL` would resolve the dots.
    const answer = await sendRaw(app.port, head(`${method} ${path}`, [host()]));
    return answer;
  };

  test.each([
    '/v1/transcriptions/..%2f..%2fetc%2fpasswd',
    '/v1/transcriptions/%252e%252e%252fsteno.db',
    '/v1/transcriptions/..;/keys',
    '/v1/transcriptions/%00.srt',
    "/v1/transcriptions/'%20OR%201=1--",
    '/v1/transcriptions/%F0%9F%8E%99',
    '/v1/transcriptions/trs_%25',
    '/v1/webhooks/deliveries/..%2f..%2fkeys',
    '/v1/nothing',
    '/v1//transcriptions',
  ])('%s finds nothing', async (path) => {
    expectError(await authorized(path), 404, 'not_found');
  });

  test.each([
    '/v1/transcriptions/../../etc/passwd',
    '/assets/..%2f..%2fsteno.db',
    '/assets/%2e%2e/%2e%2e/steno.db',
    '/v1/transcriptions/%E0%A4%A',
    '/v1/transcriptions/%',
    '//evil.example/v1/transcriptions',
    '/v1\\transcriptions',
    '*',
  ])('%s is refused or finds nothing', async (path) => {
    const answer = await authorized(path);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/root:|SQLite format/);
  });

  test('that takes other methods says which', async () => {
    for (const [method, path, allowed] of [
      ['PUT', '/v1/transcriptions', 'POST, GET, HEAD'],
      ['PUT', '/v1/transcriptions/trs_x', 'GET, HEAD, PATCH, DELETE'],
      ['GET', '/v1/files', 'POST'],
      ['TRACE', '/v1/usage', 'GET, HEAD'],
      ['POST', '/docs', 'GET, HEAD'],
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['PUT', '/sign-in', 'GET, HEAD'],
      ['GET', '/sink/x', 'POST'],
    ] as const) {
      const answer = await authorized(path, method);
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.text.toLowerCase()).toContain(`\r\nallow: ${allowed.toLowerCase()}\r\n`);
    }
  });
});

describe('a body', () => {
  const post = 'POST /v1/transcriptions';
  const json = 'Content-Type: application/json';

  const piece = Buffer.alloc(MB, ' ');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  test.each([
    ['with a length', `Content-Length: ${100 * MB}`, piece],
    ['in chunks', 'Transfer-Encoding: chunked', chunk],
  ])('of 100 MB %s is refused before it has arrived, and not kept', async (_how, size, part) => {
    const before = process.memoryUsage().rss;
    const socket = await openConnection(app.port);
    const answered = readAll(socket);
    socket.write(head(post, [host(), json, size]));
    socket.write(part);
    await once(socket, 'data');
    for (let i = 1; i < 100 && socket.writable; i++) {
      if (socket.write(part)) continue;
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    socket.destroy();
    expectError(await answered, 413, 'payload_too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MB);
  });

  test('that is shorter than it says leaves the service well', async () => {
    const socket = await openConnection(app.port);
    const headers = [host(), json, `Content-Length: ${JSON_BODY.length + 1}`];
    socket.end(head(post, headers) + JSON_BODY);
    expect([400, 0]).toContain((await readAll(socket)).status);
  });

  test('that is compressed is refused', async () => {
    const answer = await ask(`${app.url}/v1/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: JSON_BODY,
    });
    expect(answer.status).toBe(415);
  });

  test('as one of two requests in one packet ends nothing else', async () => {
    const first = `GET /health HTTP/1.1\r\n${host()}\r\n\r\n`;
    const answer = await sendRaw(
      app.port,
      `${first + head(post, [host(), json, 'Content-Length: 1'])}-`,
    );
    expect(answer.text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});
