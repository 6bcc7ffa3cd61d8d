import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { startTestApp } from '../../helpers/harness/app.ts';
import { silentChild } from '../../helpers/harness/silent-child.ts';
import { until } from '../../helpers/harness/until.ts';

test('canceling while the text is structured ends that too, and nothing is charged', async () => {
  let killed = 0;
  const app = await startTestApp(
    {},
    { tasks: { structure: () => silentChild(() => void killed++) } },
  );
  onTestFinished(() => app.stop());
  const { url } = await app.keyClient.uploadFile(new Blob([shortBytes()]), 'short.mp3');
  const { id } = await app.keyClient.createTranscription({ url });
  await until(async () => (await app.client.getTranscription(id)).stage === 'structuring');
  const canceled = await app.keyClient.cancelTranscription(id);
  expect(canceled).toMatchObject({ status: 'failed', result: null, points_spent: 0 });
  expect(canceled.error).toMatchObject({ code: 'canceled', stage: 'structuring' });
  expect(killed).toBe(1);
  expect(await readdir(join(app.dataDir, 'work')).catch(() => [])).toEqual([]);
  expect((await app.keyClient.getUsage()).points_reserved).toBe(0);
});
