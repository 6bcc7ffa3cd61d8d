import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { startWorker } from '../helpers/harness/worker-process.ts';
import { signIn, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('other machines', TRANSCRIBED, () => {
  let app: TestApp;
  let page: Page;

  beforeAll(async () => {
    app = await startTestApp(await quick());
    page = await openPage();
    await signIn(page, app);
  });
  afterAll(async () => {
    await page.context().close();
    await app.stop();
  });

  test('appear in the settings as they come, and disappear as they go', async () => {
    await page.goto(`${app.url}/settings/models`);
    await page.getByRole('heading', { name: 'Processor and graphics card' }).waitFor();
    const list = page.getByRole('list', { name: 'Other machines' });
    expect(await list.count()).toBe(0);
    const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
    const worker = await startWorker({ url: app.url, key }, { name: 'Studio Mac', lanes: 2 });
    await list.getByText('Studio Mac').waitFor();
    await list.getByText('2 parts at once · No model loaded').waitFor();
    await list.getByText('Nothing to do · Last seen').waitFor();
    expect(await violations(page)).toEqual([]);
    await worker.stop();
    await list.waitFor({ state: 'detached' });
  });
});
