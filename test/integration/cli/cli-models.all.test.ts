import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { demoModel } from '../../helpers/engines/engine.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { hostedModel, type ModelHost, startModelHost } from '../../helpers/servers/model-host.ts';

let folder: string;
let app: TestApp;
let host: ModelHost;

beforeAll(async () => {
  folder = await makeTempFolder();
  host = await startModelHost();
  app = await startTestApp({}, { catalogue: [hostedModel] });
  await app.client.updateSettings({ model_mirror: `${host.url}/mirror` });
});
afterAll(async () => {
  await app.stop();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const models = (...args: string[]) => runSteno(['models', ...args, '--data', app.dataDir]);
/** The demo model with another number in its weights: a sound model that no catalogue knows. */
async function strangeModel(file: string, at = 5_000_000): Promise<string> {
  const bytes = await readFile(demoModel);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(join(folder, file), bytes);
  return join(folder, file);
}

test('works without a service that runs', async () => {
  const dataDir = join(folder, 'alone');
  const { code, stdout, stderr } = await runSteno(['models', 'list', '--data', dataDir]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\ndemo +\d+ MB +a few hundred words +default, for trying things out\n/);
  expect(stdout).toMatch(/\nbuilt-in +2 MB +in use\n$/);
  expect(stderr).toContain(join(dataDir, 'models'));
});

test('downloads, pauses with Ctrl-C, goes on, and removes', async () => {
  host.mode = 'stalling';
  const running = startSteno(['models', 'download', 'hosted', '--data', app.dataDir]);
  await until(() => /Downloading hosted +3\d%/.test(running.output.stderr));
  running.interrupt();
  const paused = await running.ended;
  expect(paused).toMatchObject({ code: 130, stdout: '' });
  expect(paused.stderr).toContain('Paused. The same command goes on with it.');
  expect((await models('catalogue')).stdout).toMatch(/^hosted +18 MB +many .*paused$/m);

  host.mode = 'good';
  const done = await models('download', 'hosted');
  expect(done).toMatchObject({ code: 0, stdout: '' });
  expect(done.stderr).toMatch(/Installed "hosted"\.\n$/);
  expect(host.requests.at(-1)?.headers.range).toMatch(/^bytes=\d{7}-$/);
  expect((await models('list')).stdout).toMatch(/^hosted +18 MB +many +default$/m);
  expect((await models('download', 'hosted')).stderr).toContain('is installed already');
  expect((await models('remove', 'hosted')).stderr).toBe('Removed "hosted".\n');
});

test('ends where the download is canceled meanwhile', async () => {
  host.mode = 'stalling';
  const running = startSteno(['models', 'download', 'hosted', '--data', app.dataDir]);
  await until(() => /Downloading hosted +3\d%/.test(running.output.stderr));
  await app.client.cancelModelDownload('hosted');
  const { code, stderr } = await running.ended;
  expect([code, stderr.includes('steno: The download was canceled.')]).toEqual([1, true]);
});

test('says why a download failed', async () => {
  host.mode = 'missing';
  const failed = await models('download', 'hosted');
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/steno: The server has no such model\./);
  expect((await models('download', 'nonsense')).stderr).toContain('no model named "nonsense"');
});

test('takes a model that the catalogue does not know only with --trust', async () => {
  const file = await strangeModel('ggml-mine.bin');
  const refused = await models('add', file);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('--trust');
  expect((await models('add', file, '--trust')).stderr).toContain('Added "mine".');
  expect((await models('list')).stdout).toMatch(/^mine .*default, not in the catalogue$/m);
  const other = await strangeModel('ggml-other.bin', 5_000_002);
  const clash = await models('add', other, '--trust', '--name', 'mine');
  expect(clash.stderr).toContain('another model named "mine"');
});

test('adds a file of a catalogue model under its name there', async () => {
  const file = join(folder, 'whatever.bin');
  await copyFile(demoModel, file);
  expect((await models('add', file)).stderr).toContain('Added "hosted".');
});

test('chooses the default, for all and for a language', async () => {
  expect((await models('default', 'hosted')).stderr).toBe('The default is hosted.\n');
  await models('default', 'demo', '--language', 'de');
  expect(await app.client.getSettings()).toMatchObject({
    model: 'hosted',
    language_models: { de: 'demo' },
  });
  expect((await models('list')).stdout).toMatch(/^hosted .* default$/m);
  await models('default', 'auto');
  await models('default', 'auto', '--language', 'de');
  expect(await app.client.getSettings()).toMatchObject({ model: null, language_models: {} });
  expect((await models('default', 'nonsense')).stderr).toContain('no model named "nonsense"');
});

test('shows and sets where models come from', async () => {
  const usual = DEFAULT_SETTINGS.model_mirror;
  const own = `${host.url}/mirror`;
  expect(await models('mirror')).toMatchObject({ code: 0, stdout: `${own}\n` });
  expect(await models('mirror', 'auto')).toMatchObject({ code: 0, stdout: `${usual}\n` });
  expect((await models('mirror', 'nowhere')).code).toBe(1);
  expect(await models('mirror', own)).toMatchObject({ code: 0, stdout: `${own}\n` });
});

test('confirms a model that was put into the folder', async () => {
  await strangeModel('put.bin', 5_000_003);
  await copyFile(join(folder, 'put.bin'), join(app.dataDir, 'models', 'put.bin'));
  expect((await models('list')).stdout).toMatch(/^put +18 MB +many .*not confirmed$/m);
  expect(await models('confirm', 'put')).toMatchObject({ code: 0, stdout: '' });
  expect((await models('list')).stdout).toMatch(/^put +18 MB +many .*not in the catalogue$/m);
  expect((await models('confirm', 'missing')).code).toBe(1);
  expect((await models('remove', 'put')).code).toBe(0);
});

test('takes nothing that is no model', async () => {
  const text = join(folder, 'notes.bin');
  await writeFile(text, 'These are notes.\n'.repeat(1000));
  for (const args of [[text], [text, '--trust']]) {
    const refused = await models('add', ...args);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^steno: [A-Z].*\n$/);
  }
  expect(await readdir(join(app.dataDir, 'models'))).not.toContain('notes.bin');
  expect((await models('add', join(folder, 'missing.bin'))).stderr).toContain('There is no file');
});

test('keeps the demo model and what it does not know', async () => {
  for (const name of ['demo', 'unknown']) {
    const refused = await models('remove', name);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(`steno: There is no added model named "${name}".\n`);
  }
});
