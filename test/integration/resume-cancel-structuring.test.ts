import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Child } from '../../src/main/child-process.ts';
import { startTestApp } from '../helpers/app.ts';
import { sampleBytes } from '../helpers/recordings.ts';
import { until } from '../helpers/until.ts';

/** A structuring process that never answers and ends only when it is killed. */
function silentChild(onKilled: () => void): Child<unknown, string> {
  const ended = Promise.withResolvers<string>();
  return {
    post: () => {},
    onMessage: () => {},
    onEnd: (listener) => void ended.promise.then(listener),
    kill: () => {
      onKilled();
      ended.resolve('SIGKILL');
    },
  };
}

test('canceling while the text is structured ends that too, and nothing is charged', async () => {
  let killed = 0;
  const app = await startTestApp(
    {},
    { startStructureProcess: () => silentChild(() => void killed++) },
  );
  onTestFinished(() => app.stop());
  const { url } = await app.keyClient.uploadFile(new Blob([sampleBytes()]), 'sample.mp3');
  const { id } = await app.keyClient.createTranscription({ url });
  await until(async () => (await app.client.getTranscription(id)).stage === 'structuring');
  const canceled = await app.keyClient.cancelTranscription(id);
  expect(canceled).toMatchObject({ status: 'failed', result: null, points_spent: 0 });
  expect(canceled.error).toMatchObject({ code: 'canceled', stage: 'structuring' });
  expect(killed).toBe(1);
  expect(await readdir(join(app.dataDir, 'work')).catch(() => [])).toEqual([]);
  expect((await app.keyClient.getUsage()).points_reserved).toBe(0);
});
