import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findService } from '../../../src/main/core/service-file.ts';
import { ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let cookie: string;
let flags: string[];

beforeAll(async () => {
  app = await startTestApp();
  const answer = await ask(app.signInUrl);
  const [pair = '', ...rest] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
  cookie = pair;
  flags = rest;
});
afterAll(() => app.stop());

const list = (headers: Record<string, string>) => ask(`${app.url}/v1/keys`, { headers });

describe('a sign-in link', () => {
  test('gives a cookie that scripts cannot read and other sites cannot send', () => {
    expect(cookie).toMatch(new RegExp(`^steno_session_${app.port}=[0-9A-Za-z]{22}$`));
    expect(flags).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/']));
    expect(flags.some((flag) => flag.startsWith('Domain='))).toBe(false);
  });

  test('gives a cookie that is sent over TLS alone where a proxy has it', async () => {
    const proxied = await startTestApp({ publicUrl: 'https://steno.example.com' });
    onTestFinished(() => proxied.stop());
    const here = (await findService(proxied.dataDir))?.url ?? '';
    const flagsAt = async (host: string) => {
      const { pathname, search } = new URL((await proxied.client.createSignInLink()).url);
      const answer = await ask(here + pathname + search, { headers: { host } });
      return answer.headers['set-cookie']?.[0]?.split('; ') ?? [];
    };
    expect(await flagsAt('steno.example.com')).toContain('Secure');
    const local = await flagsAt(new URL(here).host);
    expect(local).toContain('HttpOnly');
    expect(local).not.toContain('Secure');
  });

  test('signs the window in', async () => {
    expect((await list({ cookie })).status).toBe(200);
    expect((await list({})).status).toBe(401);
  });

  test('works once, and the page says what to do', async () => {
    const again = await ask(app.signInUrl);
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.body).toContain('steno sign-in');
    expect(again.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['HEAD', {}],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
  ])('is still good after a program has looked at it: %s %o', async (method, headers) => {
    const { url } = await app.client.createSignInLink();
    const looked = await ask(url, { method, headers });
    expect(looked.headers['set-cookie']).toBeUndefined();
    expect((await ask(url)).headers['set-cookie']).toHaveLength(1);
  });

  test('cannot be guessed', async () => {
    for (const code of ['', '?code=', '?code=x', `?code=${'0'.repeat(22)}`]) {
      expect((await ask(`${app.url}/sign-in${code}`)).status).toBe(401);
    }
  });

  test('created by the window signs in another browser', async () => {
    const { url } = await app.client.createSignInLink();
    const other = (await ask(url)).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(other).not.toBe(cookie);
    expect((await list({ cookie: other })).status).toBe(200);
    expect((await list({ cookie })).status).toBe(200);
  });
});

describe('the cookie', () => {
  test('is no key', async () => {
    const value = cookie.split('=')[1] ?? '';
    expect((await list({ authorization: `Bearer ${value}` })).status).toBe(401);
  });

  test('does not help a page of another origin', async () => {
    expect((await list({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  });
});
