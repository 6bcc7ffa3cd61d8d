/** Where requests go is up to the person and to no one's environment: a proxy that stands there would read them all. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { noise, wavFile } from '../../helpers/corpus/audio.ts';
import { serveRecordings } from '../../helpers/corpus/recordings.ts';
import { connect, finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';
import { page } from '../../helpers/servers/video-pages.ts';
import { startReceiver } from '../../helpers/servers/webhook-receiver.ts';

const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

test('recordings, pages, webhooks, models and language models pass by a proxy of the environment', async () => {
  const dataDir = await makeTempFolder();
  const canary = await startCanary();
  const proxy = `http://127.0.0.1:${canary.port}`;
  const origin = await serveRecordings({
    // What is said is of no matter here.
    '/silence.wav': wavFile(noise(1000, undefined)),
    '/page': page('x', '<video src="silence.wav"></video>'),
  });
  const receiver = await startReceiver(null);
  const service = await startService(dataDir, {
    ...Object.fromEntries(NAMES.map((name) => [name, proxy])),
    NODE_USE_ENV_PROXY: '1',
    STENO_YT_DLP_URL: 'https://127.0.0.1:9/',
  });
  const client = await connect(dataDir);
  for (const path of ['/silence.wav', '/page']) {
    const url = origin.url + path;
    const { id } = await client.createTranscription({ url, webhook_url: receiver.url });
    expect(await finished(client, id)).toMatchObject({ error: null, status: 'completed' });
  }
  await until(() => receiver.received.length === 2);
  await expect(client.updateYtDlp()).rejects.toThrow();
  const llm = { kind: 'openai', base_url: 'http://127.0.0.1:9', api_key: null } as const;
  await expect(client.listLlmModels(llm)).rejects.toMatchObject({ code: 'llm_unreachable' });
  expect(await service.stop()).toBe(0);
  expect(canary.connections()).toBe(0);
  await Promise.all([origin.close(), receiver.close(), canary.close()]);
  await rm(dataDir, { recursive: true });
});
