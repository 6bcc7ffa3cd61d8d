import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import { countRows } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'a-boundary';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const stored = () => readdir(join(app.dataDir, 'files')).catch(() => []);
const headers = () => ({
  authorization: `Bearer ${app.key}`,
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
});
const part = (field: string, filename: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n` +
  `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`;
const post = (body: string) =>
  ask(`${app.url}/v1/files`, { method: 'POST', headers: headers(), body });

describe('an upload', () => {
  test('is transcribed like any address, and deleted with its transcription', async () => {
    const file = await app.keyClient.uploadFile(new Blob([shortBytes()]), 'Talk.mp3');
    expect(file).toMatchObject({
      id: expect.stringMatching(/^file_\w{22}$/),
      url: `steno://files/${file.id}`,
      filename: 'Talk.mp3',
      bytes: shortBytes().length,
      sha256: createHash('sha256').update(shortBytes()).digest('hex'),
    });
    const { id } = await app.keyClient.createTranscription({ url: file.url, structure: false });
    const done = await finished(app.keyClient, id);
    expect(done).toMatchObject({
      status: 'completed',
      source: { type: 'upload', url: file.url, title: 'Talk.mp3' },
    });
    const second = await app.keyClient.createTranscription({ url: file.url, structure: false });
    await app.keyClient.deleteTranscription(id);
    expect(await stored()).toEqual([file.id]);
    await app.keyClient.deleteTranscription(second.id);
    expect(await stored()).toEqual([]);
    expect(countRows(app.dataDir, 'files')).toBe(0);
  });

  test('may be large: it is written as it arrives', async () => {
    const chunk = Buffer.alloc(MIB);
    for (let i = 0; i < MIB; i++) chunk[i] = (i * 31) % 251;
    const file = await app.client.uploadFile(new Blob(Array(50).fill(chunk)), 'large.wav');
    const hash = createHash('sha256');
    for (let i = 0; i < 50; i++) hash.update(chunk);
    expect(file).toMatchObject({ bytes: 50 * MIB, sha256: hash.digest('hex') });
    const onDisk = await readFile(join(app.dataDir, 'files', file.id));
    expect(onDisk.length).toBe(50 * MIB);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\talk.mp3', 'talk.mp3'],
    ['gespräch – früh.mp3', 'gespräch – früh.mp3'],
    ['exe\u202e3pm.talk', 'exe3pm.talk'],
    ['tab\tin.mp3', 'tabin.mp3'],
    ['escape\u001b[31m\u0007.mp3', 'escape[31m.mp3'],
    ['..', 'recording'],
    ['', 'recording'],
    // As browsers send a quotation mark and line breaks; what looks escaped otherwise is part of the name.
    ['tíny "q"\r\n.mp3', 'tíny "q".mp3'],
    ['100%25 %41 %2F.mp3', '100%25 %41 %2F.mp3'],
  ])('called %j is shown as %j', async (given, shown) => {
    const { filename } = await app.client.uploadFile(new Blob(['x']), given);
    expect(filename).toBe(shown);
  });
});

describe('what is no upload', () => {
  test('is refused with its reason', async () => {
    const before = await stored();
    const wrongField = await post(`${part('audio', 'a.mp3', 'x')}--${BOUNDARY}--\r\n`);
    const noEnd = await post(part('file', 'a.mp3', 'x'));
    const noBoundary = await ask(`${app.url}/v1/files`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    const empty = await post(`${part('file', 'a.mp3', '')}--${BOUNDARY}--\r\n`);
    const json = await ask(`${app.url}/v1/files`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: '{}',
    });
    const answers = [wrongField, noEnd, noBoundary, empty, json].map(({ status, body }) => {
      const { error } = JSON.parse(body) as { error: { code: string; param: string | null } };
      return [status, error.code, error.param];
    });
    expect(answers).toEqual([
      [400, 'invalid_request', 'file'],
      [400, 'invalid_request', null],
      [400, 'invalid_request', null],
      [422, 'empty_media', null],
      [415, 'unsupported_media_type', null],
    ]);
    expect(await stored()).toEqual(before);
  });

  test('a part whose header cannot be read is called so', async () => {
    const answer = await post(`${part('file', 'a\u0001.mp3', 'x')}--${BOUNDARY}--\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('The form is not valid');
  });

  test('a form whose parts nothing separates, or with too many fields, is called so', async () => {
    const [before, rows] = [await stored(), countRows(app.dataDir, 'files')];
    const unmarked = { ...headers(), 'content-type': 'multipart/form-data' };
    const body = `${part('file', 'a.mp3', 'x')}--${BOUNDARY}--\r\n`;
    const noBoundary = await ask(`${app.url}/v1/files`, {
      method: 'POST',
      headers: unmarked,
      body,
    });
    expect([noBoundary.status, noBoundary.body]).toEqual([
      400,
      expect.stringContaining('boundary'),
    ]);
    const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`;
    const many = await post(field.repeat(51) + body);
    expect([many.status, many.body]).toEqual([400, expect.stringContaining('50 fields')]);
    const next = await app.client.uploadFile(new Blob(['x']), 'next.mp3');
    expect(await stored()).toEqual(expect.arrayContaining([...before, next.id]));
    expect(countRows(app.dataDir, 'files')).toBe(rows + 1);
  });

  test('a form that is compressed is refused', async () => {
    const compressed = { ...headers(), 'content-encoding': 'gzip' };
    const body = `${part('file', 'a.mp3', 'x')}--${BOUNDARY}--\r\n`;
    const answer = await ask(`${app.url}/v1/files`, { method: 'POST', headers: compressed, body });
    expect(answer.status).toBe(415);
  });

  test('a form that breaks off after its file leaves nothing', async () => {
    const [before, rows] = [await stored(), countRows(app.dataDir, 'files')];
    const answer = await post(`${part('file', 'a.mp3', 'whole')}${part('other', 'b', 'x')}`);
    expect(answer.status).toBe(400);
    await until(async () => (await stored()).length === before.length);
    expect(countRows(app.dataDir, 'files')).toBe(rows);
  });

  test.each([
    ['one after the other', ['file', 'file']],
    ['with another between them', ['file', 'other', 'file']],
    ['behind another', ['other', 'file', 'file']],
    ['among many', ['file', ...Array<string>(10).fill('other'), 'file']],
  ])('two files in one form leave nothing: %s', async (_how, fields) => {
    const [before, rows] = [await stored(), countRows(app.dataDir, 'files')];
    const parts = fields.map((field, at) => part(field, `${at}.mp3`, `recording ${at}`));
    const { status, body } = await post(`${parts.join('')}--${BOUNDARY}--\r\n`);
    const { error } = JSON.parse(body) as { error: { code: string; param: string } };
    expect([status, error.code, error.param]).toEqual([400, 'invalid_request', 'file']);
    expect(await stored()).toEqual(before);
    expect(countRows(app.dataDir, 'files')).toBe(rows);
  });

  test('a second file of many megabytes is refused as well', async () => {
    const before = await stored();
    const large = part('file', 'b.mp3', 'x'.repeat(20 * MIB));
    const { status } = await post(`${part('file', 'a.mp3', 'x')}${large}--${BOUNDARY}--\r\n`);
    expect(status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  test('a connection that is cut leaves nothing', async () => {
    const before = await stored();
    const sent = request(`${app.url}/v1/files`, { method: 'POST', headers: headers() });
    sent.on('error', () => {});
    sent.write(part('file', 'a.mp3', 'x'.repeat(MIB)));
    await until(async () => (await stored()).some((name) => name.endsWith('.part')));
    sent.destroy();
    await until(async () => (await stored()).length === before.length);
    expect((await app.client.health()).status).toBe('ok');
  });

  test('no one without a key may send one', async () => {
    const body = `${part('file', 'a.mp3', 'x')}--${BOUNDARY}--\r\n`;
    const { authorization: _none, ...others } = headers();
    const answer = await ask(`${app.url}/v1/files`, { method: 'POST', headers: others, body });
    expect(answer.status).toBe(401);
  });
});

test('an upload of which nothing was made is deleted after a day, at the next start or upload', async () => {
  const dataDir = await makeTempFolder();
  const first = await startTestApp({ dataDir });
  const [used, unused, young] = await Promise.all(
    ['used.mp3', 'unused.mp3', 'young.mp3'].map((name) =>
      first.client.uploadFile(new Blob(['no recording']), name),
    ),
  );
  const { id } = await first.client.createTranscription({ url: used?.url ?? '' });
  await finished(first.client, id);
  await first.stop();
  const day = 24 * 60 * 60_000;
  age(dataDir, [used, unused], day + 1);
  age(dataDir, [young], day / 2);

  const second = await startTestApp({ dataDir });
  const left = () => readdir(join(dataDir, 'files'));
  expect((await left()).sort()).toEqual([used?.id, young?.id].sort());
  age(dataDir, [young], day);
  const latest = await second.client.uploadFile(new Blob(['new']), 'new.mp3');
  expect((await left()).sort()).toEqual([used?.id, latest.id].sort());
  await second.stop();
  await rm(dataDir, { recursive: true });
});

function age(dataDir: string, files: readonly ({ id: string } | undefined)[], byMs: number): void {
  const db = new BetterSqlite(join(dataDir, 'steno.db'));
  for (const file of files) {
    db.prepare('UPDATE files SET created_at = created_at - ? WHERE id = ?').run(byMs, file?.id);
  }
  db.close();
}
