/** Getting Parakeet: it comes with the model that finds out the language for it, and is the one that is used. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CatalogueModel,
  PARAKEET,
  PARAKEET_HELPER,
} from '../../src/shared/models/model-catalogue.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { parakeetModel } from '../helpers/engines/parakeet-model.ts';
import { startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { type Origin, startOrigin } from '../helpers/servers/http-origin.ts';
import { hostedModel } from '../helpers/servers/model-host.ts';
import { signIn, TRANSCRIBED } from './open-window.ts';
import { unmeasured } from './window-engines.ts';

/** Parakeet is much larger: the other model is there first. */
const helperThere = Promise.withResolvers<void>();
let host: Origin;
let app: TestApp;
let page: Page;

beforeAll(async () => {
  const bytes = parakeetModel();
  host = await startOrigin(async (request, response) => {
    if (request.url === `/ggml-${PARAKEET_HELPER}.bin`)
      return void response.end(readFileSync(demoModel));
    if (request.url !== `/ggml-${PARAKEET.name}.bin`) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000));
    await helperThere.promise;
    response.end(bytes.subarray(1000));
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const catalogue: CatalogueModel[] = [
    { ...hostedModel, name: PARAKEET_HELPER },
    { ...PARAKEET, bytes: bytes.length, sha256, origin: host.url },
  ];
  app = await startTestApp(await unmeasured(), { catalogue });
  await app.client.updateSettings({ model_mirror: host.url });
  page = await openPage();
  await signIn(page, app);
  await page.waitForURL(`${app.url}/`);
  await page.goto(`${app.url}/settings/models`);
});
afterAll(async () => {
  await page.context().close();
  await app.stop();
  await host.close();
});

test(
  'one press downloads both, and Parakeet is used as soon as it is there',
  TRANSCRIBED,
  async () => {
    const offer = page
      .getByRole('list', { name: 'Models to download' })
      .getByRole('listitem')
      .filter({ hasText: PARAKEET.name });
    await offer.getByText('By NVIDIA, CC BY 4.0 · with a small Whisper model').waitFor();
    await offer.getByRole('button', { name: `Download ${PARAKEET.name}, 19 MB` }).click();
    const installed = page.getByRole('list', { name: 'Installed models' }).getByRole('listitem');
    await installed.filter({ hasText: PARAKEET_HELPER }).getByText('In use').waitFor();
    helperThere.resolve();
    await installed.filter({ hasText: PARAKEET.name }).getByText('In use').waitFor();
    expect((await app.client.listModelCatalogue()).data.map(({ helper }) => helper)).toEqual([
      null,
      null,
    ]);
  },
);
