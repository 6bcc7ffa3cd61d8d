/** Steno works without a network: on its own it asks nobody, neither at its start nor while it transcribes. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { startReceiver } from '../../helpers/servers/webhook-receiver.ts';

const NOTES = new URL('../../helpers/harness/note-connections.mjs', import.meta.url).href;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  file = join(folder, 'connections');
  await writeFile(file, '');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = () =>
  startService(join(folder, 'data'), {
    STENO_ALLOW_PRIVATE: '1',
    // As if there were one to ask for.
    STENO_YT_DLP_URL: 'http://127.0.0.1:9',
    NODE_OPTIONS: `--import=${NOTES}`,
    TEST_CONNECTIONS: file,
  });
/** Where it has connected to, but for sockets of its own machine that are files. */
const asked = async () =>
  (await readFile(file, 'utf8')).split('\n').filter((to) => to !== '' && !to.includes('/'));

test('a recording is transcribed, labeled and exported without asking anybody', async () => {
  const service = await start();
  const { url } = await service.client.uploadFile(
    new Blob([new Uint8Array(shortBytes())]),
    'a.mp3',
  );
  const { id } = await service.client.createTranscription({ url, speaker_recognition: true });
  expect((await finished(service.client, id)).status).toBe('completed');
  await service.client.exportTranscription(id, { format: 'srt' });
  await service.client.getSettings();
  expect(await service.stop()).toBe(0);
  expect(await asked()).toEqual([]);
});

test('what it is told to call it calls, and nothing else', async () => {
  const receiver = await startReceiver(null);
  const service = await start();
  const { url } = await service.client.uploadFile(
    new Blob([new Uint8Array(shortBytes())]),
    'a.mp3',
  );
  const told = { webhook_url: receiver.url };
  await finished(service.client, (await service.client.createTranscription({ url, ...told })).id);
  await until(() => receiver.received.length > 0);
  expect(await service.stop()).toBe(0);
  await receiver.close();
  expect(new Set(await asked())).toEqual(new Set([new URL(receiver.url).hostname]));
});
