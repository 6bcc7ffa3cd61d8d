/** What the tests of the interface look at: one transcription that worked and one that failed, with all they sent. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../corpus/recordings.ts';
import { quickEngine, writeProgram } from '../engines/engine-programs.ts';
import { createAuthority } from '../servers/certificates.ts';
import { type ReceivedWebhook, startReceiver } from '../servers/webhook-receiver.ts';
import { type Answer, ask, finished, makeTempFolder, startTestApp } from './app.ts';
import { ONE_VOICE } from './one-voice.ts';
import { until } from './until.ts';

export type Contract = Awaited<ReturnType<typeof startContract>>;

/** What is said, and by whom, is looked at in contract-transcription.test.ts. */
export async function startQuickContract(): Promise<Contract> {
  const folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  const contract = await startContract({ engineFile }, { tasks: ONE_VOICE });
  const close = async () => {
    await contract.close();
    await rm(folder, { recursive: true });
  };
  return { ...contract, close };
}

export async function startContract(...given: Parameters<typeof startTestApp>) {
  const app = await startTestApp(...given);
  const authority = createAuthority();
  const receiver = await startReceiver(authority.issue('DNS:localhost'));
  const recording = asFile(compose(loadPool(), clipsIn('en', 3)));
  const origin = await serveRecordings({ '/talk.wav': recording.bytes });
  const test = await app.client.createKey({ name: 'test key', test: true });

  /** As any script asks, with the headers the interface names. */
  const request = (method: string, path: string, body?: object, key = app.key): Promise<Answer> =>
    ask(app.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  const run = async (body: object): Promise<{ created: Answer; over: Transcription }> => {
    const created = await request('POST', '/v1/transcriptions', body);
    const { id } = JSON.parse(created.body) as { id: string };
    return { created, over: await finished(app.keyClient, id) };
  };

  /** The webhook of a transcription, once it has come. */
  const webhookOf = (id: string): Promise<ReceivedWebhook> =>
    until(() => receiver.received.find(({ body }) => JSON.parse(body).id === id));

  const hook = { webhook_url: receiver.url };
  const worked = await run({ url: `${origin.url}/talk.wav`, ...hook });
  const failed = await run({ url: `${origin.url}/none.wav`, ...hook });
  return {
    app,
    receiver,
    origin,
    request,
    run,
    webhookOf,
    said: recording.text,
    worked,
    failed,
    testClient: createClient({ baseUrl: app.url, key: test.key }),
    testKey: test.key,
    async close(): Promise<void> {
      await app.stop();
      await receiver.close();
      await origin.close();
      authority.remove();
    },
  };
}
