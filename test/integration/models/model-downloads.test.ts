import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ModelDownload } from '../../../src/shared/models/models.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
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

/** Downloads the rest of a paused model, and nothing but the rest. */
async function goesOnFrom(paused: ModelDownload | null): Promise<void> {
  host.mode = 'good';
  await app.client.downloadModel(name);
  await until(async () => (await installed()).includes(name));
  expect(paused?.received_bytes).toBeGreaterThan(5_000_000);
  expect(host.requests.at(-1)?.headers).toMatchObject({
    range: `bytes=${paused?.received_bytes}-`,
    'if-range': '"model"',
  });
}

/** What the events say of the download and of the list of models, from now on. */
async function follow() {
  const seen: string[] = [];
  let isListening = false;
  const ending = new AbortController();
  const listening = (async () => {
    for await (const { event } of app.client.events(ending.signal)) {
      if (event.type === 'model_download') seen.push(event.download.state);
      if (event.type === 'models') seen.push('models');
      if (event.type === 'settings') isListening = true;
    }
  })().catch(() => {});
  await until(async () => {
    await app.client.updateSettings({});
    return isListening;
  });
  const stop = () => {
    ending.abort();
    return listening;
  };
  return { seen, stop };
}

describe('a model of the catalogue', () => {
  afterEach(async () => {
    host.mode = 'good';
    host.requests.length = 0;
    await app.client.cancelModelDownload(name).catch(() => {});
    await app.client.deleteModel(name).catch(() => {});
  });

  test('that is published elsewhere comes from there where the mirror lacks it', async () => {
    await app.client.downloadModel('elsewhere');
    await until(async () => (await installed()).includes('elsewhere'));
    const asked = host.requests.map(({ path }) => path);
    expect(asked).toEqual(['/mirror/ggml-elsewhere.bin', '/origin/ggml-elsewhere.bin']);
    await app.client.deleteModel('elsewhere');
  });

  test('pauses by itself when the service stops, and goes on with the rest', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await third();
    await app.stop();
    await start();
    const paused = await download();
    expect(paused).toMatchObject({ state: 'paused', bytes: hostedModel.bytes });
    expect(await installed()).toEqual(['demo']);
    await goesOnFrom(paused);
  });

  test('is downloaded once, goes on where it was paused, and only if the catalogue has it', async () => {
    host.mode = 'stalling';
    await app.client.downloadModel(name);
    await app.client.downloadModel(name);
    await third();
    expect(host.requests).toHaveLength(1);
    const paused = await app.client.pauseModelDownload(name);
    expect(paused).toMatchObject({ state: 'paused', bytes: hostedModel.bytes });
    expect(await download()).toEqual(paused);
    await goesOnFrom(paused);
    await expect(app.client.downloadModel(name)).rejects.toMatchObject({ code: 'model_exists' });
    await expect(app.client.downloadModel('tiny')).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.client.downloadModel('../x')).rejects.toMatchObject({ code: 'not_found' });
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
  });

  test('that failed to arrive comes with the next try, also from a host that redirects', async () => {
    host.mode = 'missing';
    await app.client.downloadModel(name);
    await becomes('failed');
    host.mode = 'redirecting';
    await app.client.downloadModel(name);
    await until(async () => (await installed()).includes(name));
    expect(await incoming()).toEqual([]);
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

describe('a model that was downloaded', () => {
  let seen: string[];
  beforeAll(async () => {
    const progress = await follow();
    seen = progress.seen;
    expect(await app.client.downloadModel(name)).toMatchObject({ name, state: 'downloading' });
    // The list of models also changes with what is measured meanwhile.
    await until(() => seen.includes('checking') && seen.at(-1) === 'models');
    await progress.stop();
  });

  test('has told its progress as it went, and its end', () => {
    const states = seen.filter((state) => state !== 'models');
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      'downloading',
      'checking',
    ]);
  });

  test('is checked, and the one to use', async () => {
    expect(await app.client.listModels()).toMatchObject({
      data: [
        { name, default: true, trust: 'catalogue', bytes: hostedModel.bytes },
        { name: 'demo' },
      ],
    });
    expect(await incoming()).toEqual([]);
    const [entry] = (await app.client.listModelCatalogue()).data;
    expect(entry).toMatchObject({ installed: true, download: null });
  });

  test('fails the transcription once it is altered, and never reaches an engine', async () => {
    const file = await open(join(dataDir, 'models', `${name}.bin`), 'r+');
    await file.write(Buffer.from([1]), 0, 1, 1_000_000);
    await file.close();
    const recordings = await serveRecordings({ '/short.mp3': shortBytes() });
    const failed = await transcribe(app.client, { url: `${recordings.url}/short.mp3` });
    expect(failed.error).toMatchObject({ code: 'model_altered', stage: 'transcribing' });
    await recordings.close();
  });
});
