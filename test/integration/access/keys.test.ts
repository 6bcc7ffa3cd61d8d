import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const status = async (headers: Record<string, string>, query = '') =>
  (await ask(`${app.url}/v1/transcriptions${query}`, { headers })).status;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('a key', () => {
  test('opens the service, is shown once, and says when it was used', async () => {
    const created = await app.client.createKey({ name: 'script' });
    expect(created.key).toMatch(/^steno_live_[0-9A-Za-z]{36}$/);
    expect(created).toMatchObject({ name: 'script', test: false, last_used_at: null });
    expect(created.hint).toBe(`steno_live_…${created.key.slice(-4)}`);
    expect(await status(bearer(created.key))).toBe(200);
    const listed = (await app.client.listKeys()).data.find(({ id }) => id === created.id);
    expect(listed?.last_used_at).not.toBeNull();
    expect(listed).not.toHaveProperty('key');
  });

  test('lies in no file of the data folder, only its hash does', async () => {
    const { key } = await app.client.createKey({ name: 'hidden', test: true });
    const files = (await readdir(app.dataDir)).filter((name) => name.startsWith('steno.db'));
    const bytes = Buffer.concat(
      await Promise.all(files.map((name) => readFile(join(app.dataDir, name)))),
    );
    expect(bytes.includes(createHash('sha256').update(key).digest('hex'))).toBe(true);
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(key.slice('steno_test_'.length))).toBe(false);
  });

  test('opens nothing any more once it is revoked', async () => {
    const { id, key } = await app.client.createKey({ name: 'old' });
    expect((await app.client.revokeKey(id)).revoked_at).not.toBeNull();
    expect(await status(bearer(key))).toBe(401);
    await expect(app.client.revokeKey(id)).rejects.toMatchObject({ status: 404 });
  });

  test('that is revoked while it uploads is told so', async () => {
    const { id, key } = await app.client.createKey({ name: 'uploading' });
    const headers = {
      ...bearer(key),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    };
    const sent = request(`${app.url}/v1/files`, { method: 'POST', headers });
    const answered = once(sent, 'response');
    sent.on('error', () => {});
    const head = 'content-disposition: form-data; name="file"; filename="a.mp3"';
    sent.write(`--x\r\n${head}\r\n\r\nthe first part`);
    const files = join(app.dataDir, 'files');
    await until(async () => (await readdir(files).catch(() => [])).length > 0);
    await app.client.revokeKey(id);
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(401);
    sent.destroy();
  });

  test('manages no keys and signs no one in', async () => {
    const client = createClient({ baseUrl: app.url, key: app.key });
    const refused = { status: 403, code: 'forbidden' };
    await expect(client.listKeys()).rejects.toMatchObject(refused);
    await expect(client.createKey({ name: 'more' })).rejects.toMatchObject(refused);
    await expect(client.revokeKey('key_x')).rejects.toMatchObject(refused);
    await expect(client.createSignInLink()).rejects.toMatchObject(refused);
  });

  test('that may only read has no files of recordings made, and removes none', async () => {
    const { key } = await app.client.createKey({ name: 'reads', scope: 'read' });
    const reading = createClient({ baseUrl: app.url, key });
    const refused = { status: 403, code: 'forbidden' };
    await expect(reading.createMediaExport('trs_x', {})).rejects.toMatchObject(refused);
    await expect(reading.deleteMediaExport('exp_x')).rejects.toMatchObject(refused);
    await expect(reading.getMediaExport('exp_x')).rejects.toMatchObject({ status: 404 });
  });

  test('needs a name', async () => {
    for (const name of ['', '   ', 'x'.repeat(101)]) {
      await expect(app.client.createKey({ name })).rejects.toMatchObject({
        status: 400,
        param: 'name',
      });
    }
  });
});

describe('no one gets in', () => {
  test('without a key, or with one that is wrong', async () => {
    const last = app.key.at(-1) === 'a' ? 'b' : 'a';
    const attempts: Record<string, string>[] = [
      {},
      bearer(''),
      bearer('x'),
      bearer(app.key.slice(0, -1) + last),
      bearer(`steno_live_${'0'.repeat(36)}`),
      { authorization: app.key },
      { authorization: `Basic ${Buffer.from(`key:${app.key}`).toString('base64')}` },
      { 'x-api-key': app.key },
      { cookie: `steno_session_${app.port}=${app.key}` },
    ];
    for (const headers of attempts) {
      expect(await status(headers), JSON.stringify(headers)).toBe(401);
    }
  });

  test('with a key in the address', async () => {
    for (const name of ['key', 'api_key', 'token', 'access_token']) {
      expect(await status({}, `?${name}=${app.key}`)).toBe(401);
    }
  });

  test('and every refusal reads the same', async () => {
    const missing = await ask(`${app.url}/v1/transcriptions`);
    const wrong = await ask(`${app.url}/v1/transcriptions`, { headers: bearer('x') });
    const strip = (body: string) => body.replace(/req_\w+/, '');
    expect(strip(wrong.body)).toBe(strip(missing.body));
    expect(wrong.headers['www-authenticate']).toBe('Bearer');
  });
});
