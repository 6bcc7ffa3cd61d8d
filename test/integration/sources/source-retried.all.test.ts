import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBytes } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { originFor } from '../../helpers/harness/media-fetch.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a link that has to be tried again says so while it is, and what it said stays', async () => {
  let answering = false;
  const origin = await originFor((_request, response) => {
    if (answering) response.end(sampleBytes().subarray(0, 40_000));
    else response.writeHead(503).end();
  });
  const { id } = await app.client.createTranscription({ url: `${origin.url}/a`, structure: false });
  const trying = await until(async () => {
    const now = await app.client.getTranscription(id);
    return now.warnings.length > 0 ? now : null;
  });
  expect(trying).toMatchObject({
    status: 'processing',
    stage: 'fetching',
    warnings: [{ code: 'source_retried' }],
  });
  answering = true;
  const done = await finished(app.client, id);
  expect(done.status).toBe('completed');
  expect(done.warnings.map(({ code }) => code)).toContain('source_retried');
  expect(origin.requests.length).toBeGreaterThan(1);
});
