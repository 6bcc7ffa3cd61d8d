import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { type Answer, ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

const send = (path: string, { headers = {}, ...sent }: Sent = {}): Promise<Answer> =>
  ask(app.url + path, { ...sent, headers: { authorization: `Bearer ${app.key}`, ...headers } });

const create = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send('/v1/transcriptions', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

function expectError(answer: Answer, status: number, code: string, param: string | null): void {
  const { error } = ErrorBody.parse(JSON.parse(answer.body));
  expect({ status: answer.status, code: error.code, param: error.param }).toEqual({
    status,
    code,
    param,
  });
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'request_id']);
  expect(error.request_id).toMatch(/^req_[0-9A-Za-z]{22}$/);
  expect(error.request_id).toBe(answer.headers['x-request-id']);
  expect(error.message.replace(error.param ?? '', 'X')).toMatch(/^[A-Z].*[^.]\.$/);
  expect(error.message).not.toMatch(/undefined|\n/);
}

describe('an address that can never be fetched', () => {
  test.each([
    'not a url',
    'recording.mp3',
    'file:///etc/passwd',
    'ftp://127.0.0.1/a.mp3',
    'data:audio/mpeg;base64,AAAA',
    'javascript:alert(1)',
    '--exec=touch /tmp/owned',
    '-i',
    'http://',
    'http:///a.mp3',
    'http://127.0.0.1:0/a.mp3',
    'http://127.0.0.1/a b.mp3',
    'concat:a|b',
  ])('%s is refused', async (url) => {
    expectError(await create(JSON.stringify({ url })), 400, 'invalid_url', 'url');
  });

  test('an upload that does not exist is refused', async () => {
    const url = 'steno://files/file_0000000000000000000000';
    expectError(await create(JSON.stringify({ url })), 404, 'not_found', 'url');
    const outside = 'steno://files/../steno.db';
    expectError(await create(JSON.stringify({ url: outside })), 404, 'not_found', 'url');
  });

  test('nothing refused is ever listed', async () => {
    expect((await app.client.listTranscriptions()).data).toEqual([]);
  });
});

describe('a body that is wrong', () => {
  const url = 'http://127.0.0.1:9/a.mp3';
  test.each([
    ['a field that does not exist', { url, urls: [] }, 'unknown_field', 'urls'],
    ['a misspelled field', { urll: url }, 'unknown_field', 'urll'],
    ['no address', {}, 'invalid_request', 'url'],
    ['an empty address', { url: '' }, 'invalid_request', 'url'],
    ['a number as address', { url: 7 }, 'invalid_request', 'url'],
    ['a very long address', { url: `${url}?${'x'.repeat(2100)}` }, 'invalid_request', 'url'],
    ['a word as switch', { url, structure: 'yes' }, 'invalid_request', 'structure'],
    [
      'a number as switch',
      { url, speaker_recognition: 1 },
      'invalid_request',
      'speaker_recognition',
    ],
    ['a language nobody speaks', { url, language: 'xx' }, 'invalid_request', 'language'],
    ['a model that is not installed', { url, model: 'large' }, 'invalid_request', 'model'],
    ['a file as model', { url, model: '/etc/passwd' }, 'invalid_request', 'model'],
    ['no speakers', { url, speakers_expected: 0 }, 'invalid_request', 'speakers_expected'],
    ['an empty term', { url, vocabulary: ['Zoë', ' '] }, 'invalid_request', 'vocabulary.1'],
    ['a term of two lines', { url, vocabulary: ['a\nb'] }, 'invalid_request', 'vocabulary.0'],
    [
      'too many terms',
      { url, vocabulary: Array.from({ length: 101 }, (_, at) => `term ${at}`) },
      'invalid_request',
      'vocabulary',
    ],
    ['a word for translating', { url, translate: 'yes' }, 'invalid_request', 'translate'],
    ['metadata that nests', { url, metadata: { a: { b: 1 } } }, 'invalid_request', 'metadata.a'],
  ])('%s is named', async (_what, body, code, param) => {
    expectError(await create(JSON.stringify(body)), 400, code, param);
  });

  test('a list or a bare value is refused', async () => {
    for (const body of ['[]', '"http://127.0.0.1/a.mp3"', '7', 'null']) {
      expectError(await create(body), 400, 'invalid_request', null);
    }
  });

  test('broken JSON is refused', async () => {
    for (const body of ['{', '{"url":', "{'url':'a'}", '{"url":"a"}}']) {
      expectError(await create(body), 400, 'invalid_json', null);
    }
  });

  test('anything but JSON is refused', async () => {
    const body = JSON.stringify({ url });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      expectError(
        await create(body, { 'content-type': type }),
        415,
        'unsupported_media_type',
        null,
      );
    }
  });

  test('JSON that is compressed is refused for that', async () => {
    const answer = await create(JSON.stringify({ url }), { 'content-encoding': 'gzip' });
    expectError(answer, 415, 'unsupported_media_type', null);
    expect(answer.body).toContain('Content-Encoding');
    const plain = await create('{}', { 'content-encoding': 'Identity' });
    expectError(plain, 400, 'invalid_request', 'url');
  });

  test('no body at all is refused', async () => {
    const answer = await send('/v1/transcriptions', { method: 'POST' });
    expectError(answer, 400, 'invalid_request', 'url');
  });

  test('more than 64 KiB is refused, with and without a length', async () => {
    const body = JSON.stringify({ url, metadata: { a: 'x'.repeat(70_000) } });
    expectError(await create(body), 413, 'payload_too_large', null);
    expectError(
      await create(body, { 'transfer-encoding': 'chunked' }),
      413,
      'payload_too_large',
      null,
    );
  });
});

test.each([
  ['/v1/exports', 'POST', { ids: ['trs_none'], formats: ['txt'], paper_size: 'a4' }, 'paper_size'],
  ['/v1/transcriptions/trs_none/continue', 'POST', { model: 'base' }, 'model'],
  [
    '/v1/transcriptions/trs_none/cues',
    'PATCH',
    { from: 0, to: 1, cues: [{ start: 0, end: 1, text: 'Hi.', speaker: 'A' }] },
    'cues.0.speaker',
  ],
])('a field that %s does not know is named', async (path, method, body, param) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await send(path, { method, headers, body: JSON.stringify(body) });
  expectError(answer, 400, 'unknown_field', param);
});

describe('a question that is wrong', () => {
  test.each([
    ['?cursor=nonsense', 'cursor'],
    [`?cursor=${Buffer.from('seq:-1').toString('base64url')}`, 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=many', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=0x10', 'limit'],
    ['?limit=1000', 'limit'],
    ['?status=done', 'status.0'],
  ])('the list with %s is refused', async (query, param) => {
    expectError(await send(`/v1/transcriptions${query}`), 400, 'invalid_request', param);
  });

  test('what does not exist is not found', async () => {
    const unknown = '/v1/transcriptions/trs_0000000000000000000000';
    expectError(await send(unknown), 404, 'not_found', null);
    expectError(await send(unknown, { method: 'DELETE' }), 404, 'not_found', null);
    expectError(await send(`${unknown}/cancel`, { method: 'POST' }), 404, 'not_found', null);
    expectError(await send(`${unknown}/retry`, { method: 'POST' }), 404, 'not_found', null);
    expectError(await send('/v1/nothing'), 404, 'not_found', null);
  });
});

test('after all of this the service is well', async () => {
  expect(await app.client.health()).toMatchObject({ status: 'ok', queued: 0, processing: 0 });
});
