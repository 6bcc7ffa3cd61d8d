import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import {
  createLocalSpeakerModels,
  findSpeakerModel,
} from '../../../src/main/models/local-models.ts';
import type { CatalogueSpeakerModel } from '../../../src/shared/models/speaker-model-catalogue.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  IN_PROCESSES,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, serveFile, startOrigin } from '../../helpers/servers/http-origin.ts';

let bytes: Buffer;
let origin: Origin;
let app: TestApp;
let mirrored = false;

/** The model that comes with Steno, under another name, as if someone published it. */
beforeAll(async () => {
  bytes = await readFile(join(import.meta.dirname, '../../../resources/models/speaker.onnx'));
  origin = await startOrigin((request, response) => {
    if (request.url?.startsWith('/mirror') && !mirrored) return response.writeHead(404).end();
    return serveFile(request, response, { bytes, etag: '"voices"' });
  });
  const published: CatalogueSpeakerModel = {
    name: 'published',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    task: 'voices',
    voices: 'English',
    url: `${origin.url}/published.onnx`,
  };
  app = await startTestApp({}, { speakerCatalogue: [published], tasks: IN_PROCESSES });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const inUse = async () => {
  const { data } = await app.client.listSpeakerModels();
  return data.filter((model) => model.in_use).map(({ name }) => name);
};
/** Another model that sherpa-onnx can read: bytes of a field that no one knows are skipped. */
const mine = () => Buffer.concat([bytes, Buffer.from([0xfa, 0x3f, 0x01, 0x00])]);

test('one of the catalogue is downloaded, checked, used, and gone when it is deleted', async () => {
  expect(await inUse()).toEqual(['built-in']);
  expect((await app.client.downloadModel('published')).bytes).toBe(bytes.length);
  await until(async () => (await inUse())[0] === 'published');
  const { url } = await app.client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
  const { result } = await transcribe(app.client, { url, structure: false });
  expect(result?.diarization.model).toBe('published');
  await app.client.deleteSpeakerModel('published');
  expect(await inUse()).toEqual(['built-in']);
});

test('a mirror is asked first, and the publisher where it has none', async () => {
  const asked = () => origin.requests.map(({ path }) => path);
  await app.client.updateSettings({ model_mirror: `${origin.url}/mirror` });
  for (const wanted of [
    ['/mirror/published.onnx', '/published.onnx'],
    ['/mirror/published.onnx'],
  ]) {
    mirrored = wanted.length === 1;
    const before = asked().length;
    await app.client.downloadModel('published');
    await until(async () => (await inUse())[0] === 'published');
    expect(asked().slice(before)).toEqual(wanted);
    await app.client.deleteSpeakerModel('published');
  }
});

test('one of a person needs their word, and an altered one is not used', async () => {
  const file = new Blob([mine()]);
  const query = { filename: 'Mine.onnx' };
  await expect(app.client.importSpeakerModel(file, query)).rejects.toMatchObject({
    code: 'model_unconfirmed',
  });
  const added = await app.client.importSpeakerModel(file, { ...query, confirmed: true });
  expect(added).toMatchObject({ name: 'Mine', trust: 'confirmed', in_use: true, voices: null });
  const config = loadConfig({ dataDir: app.dataDir }, {});
  const files = createLocalSpeakerModels(config, { label: () => Promise.reject(new Error()) });
  const used = () => findSpeakerModel(config, files, createLogger('silent'));
  const path = join(app.dataDir, 'models', 'Mine.onnx');
  expect(await used()).toBe(path);
  await writeFile(path, Buffer.concat([mine(), Buffer.from([0xfa, 0x3f, 0x01, 0x01])]));
  expect(await used()).toBe(join(config.resourcesDir, 'models', 'speaker.onnx'));
});

test('what is no speaker model is refused, and what lies in the folder unasked is not used', async () => {
  const broken = new Blob([bytes.subarray(0, 500_000)]);
  const query = { filename: 'broken.onnx', confirmed: true };
  await expect(app.client.importSpeakerModel(broken, query)).rejects.toMatchObject({
    code: 'model_invalid',
  });
  await writeFile(join(app.dataDir, 'models', 'strange.onnx'), mine());
  const { data } = await app.client.listSpeakerModels();
  expect(data.find(({ name }) => name === 'strange')).toMatchObject({
    trust: 'unknown',
    in_use: false,
  });
});

test('the command line adds, lists and removes them; API keys see none', async () => {
  const file = join(app.dataDir, 'Voices.onnx');
  await writeFile(file, mine());
  const models = (...args: string[]) => runSteno(['models', ...args, '--data', app.dataDir]);
  expect((await models('add', file)).stderr).toContain('--trust');
  expect((await models('add', file, '--trust')).stderr).toContain('Added "Voices".');
  expect((await models('list')).stdout).toMatch(/^Voices +2 MB +in use, not in the catalogue$/m);
  expect((await models('remove', 'Voices')).stderr).toBe('Removed "Voices".\n');
  const headers = { authorization: `Bearer ${app.key}` };
  expect((await ask(`${app.url}/v1/speaker-models`, { headers })).status).toBe(403);
});
