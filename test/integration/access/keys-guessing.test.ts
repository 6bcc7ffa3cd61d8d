import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('guessing keys is slowed down, and a good key is served all the while', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) {
    const answer = await ask(`${app.url}/v1/transcriptions`, {
      headers: { authorization: `Bearer steno_live_${String(i).padStart(36, '0')}` },
    });
    statuses.push(answer.status);
    if (answer.status === 429) {
      expect(answer.headers['retry-after']).toBe('60');
      expect(answer.body).toContain('rate_limited');
    }
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  expect((await app.keyClient.listTranscriptions()).data).toEqual([]);
});

test('a request without any key is only told to send one', async () => {
  const answer = await ask(`${app.url}/v1/transcriptions`);
  expect(answer.status).toBe(401);
});
