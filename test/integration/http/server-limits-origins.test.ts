import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  ask,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';

let app: TestApp;
let windowDir: string;
const answers: Answer[] = [];

beforeAll(async () => {
  windowDir = await makeTempFolder();
  await mkdir(join(windowDir, 'assets'));
  await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Steno</title>');
  app = await startTestApp({ windowDir });
});
afterAll(async () => {
  await app.stop();
  await rm(windowDir, { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const authorization = `Bearer ${app.key}`;
  const answer = await ask(app.url + path, { method, headers: { authorization, ...headers } });
  answers.push(answer);
  return answer;
};
const codeOf = ({ body }: Answer) => (JSON.parse(body) as { error: { code: string } }).error.code;

describe.each(['/', '/v1/transcriptions', '/health', '/sign-in?code=x'])('%s', (path) => {
  test('does not answer to a foreign host name', async () => {
    const answer = await get(path, { host: `evil.example:${app.port}` });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden_host']);
  });

  test.each([
    ['another page', { origin: 'https://evil.example' }],
    ['a page without origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ])('does not answer %s', async (_who, headers) => {
    const answer = await get(path, headers);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden_origin']);
  });
});

test('the key does not help a page of another origin', async () => {
  const answer = await get('/v1/transcriptions', { origin: 'https://evil.example' }, 'POST');
  expect(answer.status).toBe(403);
});

test('our own page may ask, and a link from elsewhere opens the window', async () => {
  const own = { origin: app.url, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  expect((await get('/v1/transcriptions', own)).status).toBe(200);
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const page = await get('/', link);
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('a preflight is not answered with permission', async () => {
  const asked = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  expect((await get('/v1/transcriptions', asked, 'OPTIONS')).status).toBe(403);
});

test('no answer ever opens the service to other origins', () => {
  expect(answers.length).toBeGreaterThan(15);
  for (const { headers } of answers) {
    const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    expect(names).toEqual([]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  }
});
