import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../../helpers/harness/app.ts';

test('a connection on which nothing is asked does not keep the service from stopping', async () => {
  const app = await startTestApp();
  const { port } = new URL(app.url);
  const silent = connect(Number(port), '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await app.stop();
  await ended;
  expect(silent.destroyed).toBe(true);
});

test('a reader of live events receives the end of the stream when the service stops', async () => {
  const app = await startTestApp();
  const answer = await fetch(`${app.url}/v1/events`, {
    headers: { authorization: `Bearer ${app.key}` },
  });
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await app.stop();
  expect((await reader?.read())?.done).toBe(true);
});
