/** Addresses no webhook can ever go to are refused at once, however they are written, and without a look-up. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { FORBIDDEN, LOOPBACK, NEVER } from '../../helpers/servers/forbidden-addresses.ts';

let app: TestApp;
/** Reached by other machines, so it reaches none that lie behind it. */
let exposed: TestApp;
let testKey: Client;

beforeAll(async () => {
  app = await startTestApp();
  exposed = await startTestApp({ allowPrivate: false });
  const { key } = await app.client.createKey({ name: 'tests', test: true });
  testKey = createClient({ baseUrl: app.url, key });
});
afterAll(async () => {
  await app.stop();
  await exposed.stop();
});

/** By all three endpoints that take the address of a webhook. */
async function expectRefused(client: Client, webhook: string): Promise<void> {
  const refusal = { status: 400, code: 'blocked_address' };
  const request = { url: 'https://recordings.invalid/talk.mp3', webhook_url: webhook };
  const ofRequest = { ...refusal, param: 'webhook_url' };
  await expect(client.createTranscription(request)).rejects.toMatchObject(ofRequest);
  await expect(client.quoteTranscription(request)).rejects.toMatchObject(ofRequest);
  await expect(client.testWebhook({ url: webhook })).rejects.toMatchObject({
    ...refusal,
    param: 'url',
  });
}

test('there are at least 43 spellings, all different', () => {
  expect(new Set(NEVER).size).toBe(NEVER.length);
  expect(NEVER.length).toBeGreaterThanOrEqual(43);
});

test.each(NEVER)('%s is no address for a webhook', async (host) => {
  await expectRefused(app.keyClient, `https://${host}/hook`);
  await expectRefused(app.keyClient, `https://${host}:8443/hook`);
  await expectRefused(testKey, `http://${host}/latest/meta-data`);
});

test.each(LOOPBACK)('Steno itself gets none as %s', async (host) => {
  await expectRefused(app.keyClient, `https://${host}:${app.port}/v1/transcriptions`);
  await expectRefused(testKey, `http://${host}:${app.port}/v1/transcriptions`);
});

test('Steno itself gets none at the other addresses of this machine', async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ scopeid }) => !scopeid);
  expect(own.length).toBeGreaterThan(0);
  for (const { address, family } of own) {
    const host = family === 'IPv6' ? `[${address}]` : address;
    await expectRefused(app.keyClient, `https://${host}:${app.port}/hook`);
  }
});

test.each(FORBIDDEN)('of a service on the network, %s gets none', async (host) => {
  await expectRefused(exposed.keyClient, `https://${host}/hook`);
});

test('what is refused leaves no transcription and no event', async () => {
  expect((await app.client.listTranscriptions()).data).toEqual([]);
  expect((await app.client.listDeliveries()).data).toEqual([]);
});

test('the built-in sink takes them, also where private addresses do not', async () => {
  for (const { client, keyClient } of [app, exposed]) {
    for (const one of [client, keyClient]) {
      const { url } = await one.getSink();
      expect(await one.testWebhook({ url })).toMatchObject({ outcome: 'ok' });
      const upload = await one.uploadFile(new Blob(['no recording']), 'a.mp3');
      const request = { url: upload.url, webhook_url: url };
      expect(await one.createTranscription(request)).toMatchObject({ webhook_url: url });
    }
  }
});
