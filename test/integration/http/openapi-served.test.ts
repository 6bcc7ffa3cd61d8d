import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/api.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { ask, startTestApp, type TestApp } from '../../helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the served description', () => {
  test('is the one in the repository, and needs no key', async () => {
    const answer = await ask(`${app.url}/openapi.json`);
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    expect(answer.body).toBe(readFileSync(file, 'utf8'));
    expect(answer.headers['content-type']).toBe('application/json');
  });

  const needKey = Object.entries(routes).filter(([, route]) => 'security' in route);

  test.each(needKey)('%s refuses a request without a key, as it says', async (_, route) => {
    const path = route.path.replace('{id}', 'x');
    const answer = await ask(app.url + path, { method: route.method.toUpperCase() });
    expect(answer.status).toBe(401);
    expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBe('unauthorized');
  });

  test.each(Object.entries(routes))('%s is served', async (_, route) => {
    const path = route.path.replace('{id}', 'x');
    const answer = await ask(app.url + path, {
      method: route.method.toUpperCase(),
      // Enough to reach the route, too little for it to do anything.
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'text/plain',
        'content-length': '1',
      },
      body: '-',
    });
    const error = answer.status < 400 ? null : ErrorBody.parse(JSON.parse(answer.body)).error;
    expect(error?.message).not.toBe('There is nothing at this address.');
  });
});
