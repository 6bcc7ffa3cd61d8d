import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ModelDownload } from '../../../src/shared/models/models.ts';
import { sampleBytes, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  type HostMode,
  hostedModel,
  type ModelHost,
  modelFromOrigin,
  startModelHost,
} from '../../helpers/servers/model-host.ts';

const { name } = hostedModel;
let dataDir: string;
let host: ModelHost;
let app: TestApp;

async function start(): Promise<void> {
  app = await startTestApp({ dataDir }, { catalogue: [hostedModel, modelFromOrigin(host)] });
  await app.client.updateSettings({ model_mirror: `${host.url}/mirror/` });
}

beforeAll(async () => {
  dataDir = await makeTempFolder();
  host = await startModelHost();
  await start();
});
afterEach(async () => {
  host.mode = 'good';
  host.requests.length = 0;
  await app.client.cancelModelDownload(name).catch(() => {});
  await app.client.deleteModel(name).catch(() => {});
});
afterAll(async () => {
  await app.stop();
  await host.close();
  await rm(dataDir, { recursive: true, force: true });
});

const download = async (): Promise<ModelDownload | null> =>
  (await app.client.listModelCatalogue()).data[0]?.download ?? null;
const installed = async () => (await app.client.listModels()).data.map((model) => model.name);
const becomes = (state: ModelDownload['state']) =>
  until(async () => {
    const now = await download();
    return now?.state === state ? now : null;
  });
/** A third of the model has arrived, and no more is coming. */
const third = () => until(async () => ((await download())?.received_bytes ?? 0) > 5_000_000);
const incoming = () => readdir(join(dataDir, 'models', 'incoming')).catch(() => []);

describe('a model of the catalogue', () => {
  test('that is published elsewhere comes from there where the mirror lacks it', async () => {
    await app.client.downloadModel('elsewhere');
    await until(async () => (await installed()).includes('elsewhere'));
    const asked = host.requests.map(({ path }) => path);
    expect(asked).toEqual(['/mirror/ggml-elsewhere.bin', '/origin/ggml-elsewhere.bin']);
    await app.client.deleteModel('elsewhere');
  });

  test.each<HostMode>(['good', 'redirecting'])(
    'is downloaded from a %s host, checked and used',
    async (mode) => {
      host.mode = mode;
      expect(await app.client.downloadModel(name)).toMatchObject({ name, state: 'downloading' });
      await until(async () => (await installed()).includes(name));
      expect(await app.client.listModels()).toMatchObject({
        data: [
          { name, default: true, trust: 'catalogue', bytes: hostedModel.bytes },
          { name: 'demo' },
        ],
      });
      expect(await incoming()).toEqual([]);
      const [entry] = (await app.client.listModelCatalogue()).data;
      expect(entry).toMatchObject({ installed: true, download: null });
    },
  );

  test('goes on where it was paused, also after a restart, and asks only for the rest', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await third();
    const paused = await app.client.pauseModelDownload(name);
    expect(paused).toMatchObject({ state: 'paused', bytes: hostedModel.bytes });
    await app.stop();
    await start();
    expect(await download()).toEqual(paused);
    host.mode = 'good';
    await app.client.downloadModel(name);
    await until(async () => (await installed()).includes(name));
    const { headers } = host.requests.at(-1) ?? {};
    expect(headers).toMatchObject({
      range: `bytes=${paused.received_bytes}-`,
      'if-range': '"model"',
    });
  });

  test('pauses by itself when the service stops in the middle', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await third();
    await app.stop();
    await start();
    expect(await download()).toMatchObject({ state: 'paused' });
    expect(await installed()).toEqual(['demo']);
  });

  test('leaves nothing when it is canceled', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await third();
    await app.client.cancelModelDownload(name);
    expect(await download()).toBeNull();
    expect(await incoming()).toEqual([]);
    await expect(app.client.cancelModelDownload(name)).rejects.toMatchObject({ status: 404 });
    await expect(app.client.pauseModelDownload(name)).rejects.toMatchObject({ status: 404 });
  });

  test.each<[HostMode, string, RegExp]>([
    ['altered', 'model_altered', /thrown away/],
    ['truncated', 'model_altered', /thrown away/],
    ['missing', 'model_download_failed', /no such model/],
    ['web page', 'model_download_failed', /web page/],
  ])('that arrives %s is refused before an engine sees it', async (mode, code, sentence) => {
    host.mode = mode;
    await app.client.downloadModel(name);
    const failed = await becomes('failed');
    expect(failed.error?.code).toBe(code);
    expect(failed.error?.message).toMatch(sentence);
    expect(await installed()).toEqual(['demo']);
    expect(await incoming()).toEqual([]);
    host.mode = 'good';
    await app.client.downloadModel(name);
    await until(async () => (await installed()).includes(name));
  });

  test('tells its progress as it goes, and its end', async () => {
    const seen: string[] = [];
    let transcribed = false;
    const stop = new AbortController();
    const listening = (async () => {
      for await (const { event } of app.client.events(stop.signal)) {
        if (event.type === 'model_download') seen.push(event.download.state);
        if (event.type === 'models') seen.push('models');
        if (event.type === 'settings') transcribed = true;
      }
    })().catch(() => {});
    await until(async () => {
      await app.client.updateSettings({});
      return transcribed;
    });
    await app.client.downloadModel(name);
    // The list of models also changes with what is measured meanwhile.
    await until(() => seen.includes('checking') && seen.at(-1) === 'models');
    const states = seen.filter((state) => state !== 'models');
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      'downloading',
      'checking',
    ]);
    stop.abort();
    await listening;
  });

  test('is downloaded once, and only if the catalogue has it', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await app.client.downloadModel(name);
    await third();
    expect(host.requests).toHaveLength(1);
    host.mode = 'good';
    await app.client.pauseModelDownload(name);
    await app.client.downloadModel(name);
    await until(async () => (await installed()).includes(name));
    await expect(app.client.downloadModel(name)).rejects.toMatchObject({ code: 'model_exists' });
    await expect(app.client.downloadModel('tiny')).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.client.downloadModel('../x')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is changed by the signed-in window only', async () => {
    for (const [method, path] of [
      ['GET', 'catalogue'],
      ['POST', `${name}/download`],
      ['POST', `${name}/download/pause`],
      ['DELETE', `${name}/download`],
      ['POST', `${name}/confirm`],
      ['DELETE', name],
      ['POST', 'import?filename=ggml-x.bin'],
    ] as const) {
      const headers = { authorization: `Bearer ${app.key}` };
      const answer = await ask(`${app.url}/v1/models/${path}`, { method, headers });
      expect(answer.status, path).toBe(403);
    }
  });
});

test('an altered model fails the transcription, and never reaches an engine', async () => {
  await app.client.downloadModel(name);
  await until(async () => (await installed()).includes(name));
  const file = await open(join(dataDir, 'models', `${name}.bin`), 'r+');
  await file.write(Buffer.from([1]), 0, 1, 1_000_000);
  await file.close();
  const recordings = await serveRecordings({ '/sample.mp3': sampleBytes() });
  const failed = await transcribe(app.client, { url: `${recordings.url}/sample.mp3` });
  expect(failed.error).toMatchObject({ code: 'model_altered', stage: 'transcribing' });
  await recordings.close();
});
