import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ServerEvent } from '../../src/shared/api.ts';
import { DEFAULT_SETTINGS } from '../../src/shared/settings.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('nothing set means the defaults', async () => {
  expect(await app.client.getSettings()).toEqual(DEFAULT_SETTINGS);
});

test('what is set outlives the service, and the window hears of it', async () => {
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
