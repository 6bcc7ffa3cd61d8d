import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('nothing set means the defaults', async () => {
  expect(await app.client.getSettings()).toEqual(DEFAULT_SETTINGS);
});

test('what is set outlives the service, and the window is told of it', async () => {
  const dataDir = await makeTempFolder();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startTestApp({ dataDir });
  const seen: ServerEvent[] = [];
  const stop = new AbortController();
  const listening = (async () => {
    for await (const { event } of first.client.events(stop.signal)) seen.push(event);
  })().catch(() => {});
  await until(async () => {
    await first.client.updateSettings({ language: 'de' });
    return seen.some((event) => event.type === 'settings' && event.settings.language === 'de');
  });
  stop.abort();
  await listening;
  await first.stop();
  const second = await startTestApp({ dataDir });
  expect(await second.client.getSettings()).toMatchObject({ language: 'de' });
  await second.stop();
});

test('a language is refused that Whisper does not know, and settings that do not exist', async () => {
  await expect(app.client.updateSettings({ language: 'xx' })).rejects.toThrow('language');
  const unknown: object = { languages: 'de' };
  await expect(app.client.updateSettings(unknown)).rejects.toMatchObject({ status: 400 });
  expect(await app.client.getSettings()).toEqual(DEFAULT_SETTINGS);
});

test('an API key may neither read nor change them', async () => {
  for (const method of ['GET', 'PATCH']) {
    const answer = await ask(`${app.url}/v1/settings`, {
      method,
      headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
      ...(method === 'PATCH' ? { body: '{}' } : {}),
    });
    expect(answer.status).toBe(403);
  }
});

describe('a folder to watch', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTempFolder();
    return () => rm(folder, { recursive: true, force: true });
  });

  const watch = (path: string) => app.client.updateSettings({ watch_folder: path });
  const refused = (message: string) => ({ status: 400, param: 'watch_folder', message });

  test('is not a whole disk', async () => {
    const disk = expect.stringContaining('This is a whole disk.');
    await expect(watch(parse(folder).root)).rejects.toMatchObject(refused(disk));
  });

  test('is not the home folder, nor one around it', async () => {
    const all = expect.stringContaining('All that you have lies in this folder.');
    const above = dirname(homedir());
    const tried = above === parse(above).root ? [homedir()] : [homedir(), above];
    for (const path of tried) await expect(watch(path)).rejects.toMatchObject(refused(all));
  });

  test.runIf(process.platform === 'linux')('is none of the system', async () => {
    const system = expect.stringContaining('This folder belongs to the system.');
    for (const path of ['/proc', '/proc/self/', '/sys', '/dev', '/dev/shm', '/run']) {
      await expect(watch(path), path).rejects.toMatchObject(refused(system));
    }
  });

  test("is not Steno's own, lies not in it and not around it, also behind a link", async () => {
    const inside = join(app.dataDir, 'files', 'deeper');
    await mkdir(inside, { recursive: true });
    await symlink(app.dataDir, join(folder, 'link'), 'junction');
    const own = expect.stringContaining('Steno keeps its own files in this folder.');
    for (const path of [app.dataDir, `${app.dataDir}/`, inside, join(folder, 'link', 'files')]) {
      await expect(watch(path), path).rejects.toMatchObject(refused(own));
    }
    const data = await realpath(app.dataDir);
    const around = expect.stringContaining(`lie inside this folder, in ${data}`);
    await expect(watch(dirname(app.dataDir))).rejects.toMatchObject(refused(around));
  });

  test('may lie beside it, also when the names begin alike', async () => {
    const beside = `${app.dataDir}-recordings`;
    await mkdir(beside);
    onTestFinished(() => rm(beside, { recursive: true }));
    for (const path of [folder, beside]) expect((await watch(path)).watch_folder).toBe(path);
    expect((await app.client.updateSettings({ watch_folder: null })).watch_folder).toBeNull();
  });
});
