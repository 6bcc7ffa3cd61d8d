import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ADDRESS = 'http://127.0.0.1:9/a.mp3';
const withUrl = (rest: string) => `{"url":"${ADDRESS}",${rest}}`;

async function create(body: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    body,
  });
  const { error } = ErrorBody.parse(await response.json());
  return { status: response.status, code: error.code, param: error.param };
}

describe('JSON that readers understand differently is refused', () => {
  test.each([
    ['a field twice', `{"url":"${ADDRESS}","url":"file:///etc/passwd"}`, 'url'],
    ['a field twice, once escaped', `{"url":"${ADDRESS}","\\u0075rl":"x"}`, 'url'],
    ['a field twice deep inside', withUrl('"metadata":{"a":1,"b":2,"a":3}'), 'a'],
    ['__proto__', '{"__proto__":{"x":1}}', '__proto__'],
    ['__proto__ as metadata', withUrl('"metadata":{"__proto__":1}'), '__proto__'],
    ['__proto__, escaped', withUrl('"metadata":{"__pr\\u006fto__":1}'), '__proto__'],
    ['half of a surrogate pair', withUrl('"metadata":{"a":"\\ud800"}'), null],
    ['half of a surrogate pair as a name', withUrl('"metadata":{"\\udc00":1}'), null],
    ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`, null],
    ['60 KB of levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, null],
    ['60 KB of levels that never end', '['.repeat(60_000), null],
    ['60 KB of objects', `${'{"a":'.repeat(12_000)}`, null],
    ['a trailing comma', `{"url":"${ADDRESS}",}`, null],
    ['a comment', `{"url":"${ADDRESS}"} // here`, null],
    ['NaN', withUrl('"speakers_expected":NaN'), null],
    ['a number with a leading zero', withUrl('"speakers_expected":02'), null],
    ['a control character in a text', `{"url":"${ADDRESS}\n"}`, null],
    ['two values', `{"url":"${ADDRESS}"}{"url":"${ADDRESS}"}`, null],
    ['a byte order mark', `\ufeff{"url":"${ADDRESS}"}`, null],
    ['nothing but space', '  ', null],
  ])('%s', async (_what, body, param) => {
    expect(await create(body)).toEqual({ status: 400, code: 'invalid_json', param });
  });

  test.each([
    ['a byte that UTF-8 has not', [0xff]],
    ['half a character', [0xe4]],
    ['a character written too long', [0xc0, 0xaf]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('%s', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"url":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await create(new Uint8Array(body))).toMatchObject({ status: 400, code: 'invalid_json' });
  });
});

describe('a value of another type is refused, never converted', () => {
  test.each([
    ['a word as switch', '"speaker_recognition":"false"', 'speaker_recognition'],
    ['nothing as switch', '"structure":null', 'structure'],
    ['a list as text', '"webhook_url":["https://example.com"]', 'webhook_url'],
    ['an object as text', '"language":{"toString":"en"}', 'language'],
    ['a number beyond all numbers', '"metadata":{"a":1e400}', 'metadata.a'],
    ['a fraction as count', '"speakers_expected":1.5', 'speakers_expected'],
    ['a list as object', '"metadata":[]', 'metadata'],
  ])('%s', async (_what, rest, param) => {
    expect(await create(withUrl(rest))).toEqual({ status: 400, code: 'invalid_request', param });
  });

  test('a constructor is a field that does not exist', async () => {
    const body = withUrl('"constructor":{"prototype":{"x":1}}');
    expect(await create(body)).toEqual({
      status: 400,
      code: 'unknown_field',
      param: 'constructor',
    });
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

test('nothing of this was created, and what is right still is', async () => {
  expect((await app.client.listTranscriptions()).data).toEqual([]);
  const metadata = {
    emoji: '🎙️',
    'ключ "\\': "'; DROP TABLE transcriptions;--",
    deep: '{"a":{"a":1}}',
  };
  const { id } = await app.client.createTranscription({ url: ADDRESS, metadata });
  expect((await app.client.getTranscription(id)).metadata).toEqual(metadata);
});
