import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { openConnection, readAll } from '../../helpers/harness/raw-request.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('200 senders of a header that never ends are let go, and others are served meanwhile', async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openConnection(app.port)));
  const answers = sockets.map(readAll);
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1000);
  for (const socket of sockets) socket.write('GET /health HTTP/1.1\r\nX-Slow: ');
  try {
    let over = false;
    const all = Promise.all(answers).finally(() => {
      over = true;
    });
    let served = 0;
    await until(async () => {
      expect((await app.client.health()).status).toBe('ok');
      served++;
      return over;
    });
    const statuses = (await all).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([408]));
    expect(served).toBeGreaterThan(10);
  } finally {
    clearInterval(drip);
  }
});
