/** Every endpoint of the table, asked by every kind of caller: what `access` says is what happens. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../../src/shared/routes/route.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { signInByBrowser } from '../../helpers/harness/sign-in.ts';

let app: TestApp;
/** The headers that each caller comes with. */
const callers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  app = await startTestApp();
  for (const test of [false, true]) {
    for (const scope of ['own', 'all', 'read'] as const) {
      const name = `${test ? 'test' : 'live'} key, ${scope}`;
      const { key } = await app.client.createKey({ name, test, scope });
      callers[name] = { authorization: `Bearer ${key}` };
    }
  }
  const { key: worker } = await app.client.createKey({ name: 'worker', scope: 'worker' });
  callers['live key, worker'] = { authorization: `Bearer ${worker}` };
  const { id, key } = await app.client.createKey({ name: 'revoked', scope: 'all' });
  await app.client.revokeKey(id);
  callers['revoked key'] = { authorization: `Bearer ${key}` };
  callers['made-up key'] = { authorization: `Bearer ${key.slice(0, -1)}x` };
  callers['nobody'] = {};
});
afterAll(() => app.stop());

/** What the caller is answered, or whether it got past the door: what happens behind it is told elsewhere. */
async function ask({ method, path }: Route, headers: Record<string, string>) {
  const leaving = new AbortController();
  const address = path.replaceAll(/\{\w+\}/g, '999');
  const body = method === 'get' || method === 'delete' ? {} : { body: '{}' };
  const type = method === 'get' ? {} : { 'content-type': 'application/json' };
  const { status } = await fetch(app.url + address, {
    method: method.toUpperCase(),
    signal: leaving.signal,
    ...body,
    headers: { ...headers, ...type },
  });
  leaving.abort();
  // After twenty wrong keys in a minute the rest of them is told so.
  if (status === 429) return 401;
  return status === 401 || status === 403 ? status : 'let in';
}

/** By what the table says. */
function expected({ access }: Route, caller: string) {
  if (access === 'public') return 'let in';
  if (caller === 'window') return 'let in';
  if (!/^(live|test) key/.test(caller)) return 401;
  if (access === 'window') return 403;
  if (access === 'worker') return /^live key, (all|worker)$/.test(caller) ? 'let in' : 403;
  if (caller === 'live key, worker') return 403;
  if (access === 'read-all') return /^live key, (read|all)$/.test(caller) ? 'let in' : 403;
  if (access === 'all') return caller === 'live key, all' ? 'let in' : 403;
  return access === 'write' && caller.endsWith('read') ? 403 : 'let in';
}

const CALLERS = [
  ...['live key, own', 'live key, all', 'live key, read', 'live key, worker'],
  ...['test key, own', 'test key, all', 'test key, read'],
  ...['window', 'revoked key', 'made-up key', 'nobody'],
];

describe.each(Object.entries<Route>(routes))('%s', (_, route) => {
  test('lets in whom the table names, and no one else', async () => {
    const answers: Record<string, unknown> = {};
    for (const caller of CALLERS) {
      // Some of these sign all browsers out, so the window signs in for each.
      const headers = caller === 'window' ? await signInByBrowser(app) : callers[caller];
      answers[caller] = await ask(route, headers ?? {});
    }
    const table = CALLERS.map((caller) => [caller, expected(route, caller)]);
    expect(answers).toEqual(Object.fromEntries(table));
  });
});

test('the key of a worker opens nothing to agents, and none is made for tests', async () => {
  const asked = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: { ...callers['live key, worker'], 'content-type': 'application/json' },
    body: '{}',
  });
  expect(asked.status).toBe(403);
  const made = app.client.createKey({ name: 'worker', test: true, scope: 'worker' });
  await expect(made).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the table names at least one caller for each', () => {
  const all = Object.values<Route>(routes).map(({ access }) => access);
  expect(new Set(all)).toEqual(
    new Set(['public', 'read', 'write', 'read-all', 'all', 'worker', 'window']),
  );
  const open = Object.entries<Route>(routes).filter(([, { access }]) => access === 'public');
  const names = open.map(([name]) => name).toSorted();
  expect(names).toEqual(['captionEvents', 'getSrt', 'getVtt', 'health', 'live', 'ready']);
});
