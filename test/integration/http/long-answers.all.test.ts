/** Long transcripts over HTTP: sent piece by piece, with the headers of an answer in one. */
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { LONG, SIZES, storeLong } from '../../helpers/corpus/long-transcripts.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { silentChild } from '../../helpers/harness/silent-child.ts';

const ids = new Map<number, string>();
let dataDir: string;
let app: TestApp;
/** Whether a process writes a Word file, which here takes for ever. */
let writing = false;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const { db, close } = openDatabase(dataDir);
  for (const count of SIZES) ids.set(count, await storeLong(db, count));
  await close();
  app = await startTestApp(
    { dataDir },
    {
      tasks: {
        docx: () => {
          writing = true;
          return silentChild(() => {
            writing = false;
          });
        },
      },
    },
  );
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

const idOf = (count: number) => ids.get(count) ?? '';
const url = (path: string) => `${app.url}/v1/transcriptions/${path}`;
const get = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  ask(url(path), { method, headers: { authorization: `Bearer ${app.key}`, ...headers } });

describe.each(SIZES)('a transcript of %i segments', (count) => {
  test('is answered with its length, and as a file', async () => {
    const { headers, body } = await get(idOf(count));
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body).result.segments).toHaveLength(count);
    expect(JSON.stringify(JSON.parse(body))).toBe(body);
    const file = await get(`${idOf(count)}/export?format=json`);
    expect(Number(file.headers['content-length'])).toBe(Buffer.byteLength(file.body));
    expect(file.body).toBe(`${JSON.stringify(JSON.parse(body), null, 2)}\n`);
  });
});

describe('a long answer', () => {
  test('has no body for HEAD, and none for who has it already', async () => {
    const { headers } = await get(idOf(LONG));
    const head = await get(idOf(LONG), { method: 'HEAD' });
    expect([head.status, head.body, head.headers['etag']]).toEqual([200, '', headers['etag']]);
    const again = await get(idOf(LONG), { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('may be broken off by the caller', async () => {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${app.key}` };
      const sent = request(url(idOf(LONG)), { headers, agent: false }, (response) => {
        response.once('data', () => response.destroy()).once('close', resolve);
      });
      sent.once('error', reject).end();
    });
    expect((await get(idOf(LONG))).status).toBe(200);
  });

  test('as a Word file is given up when the caller hangs up', async () => {
    const headers = { authorization: `Bearer ${app.key}` };
    const sent = request(url(`${idOf(LONG)}/export?format=docx`), { headers, agent: false });
    sent.on('error', () => {}).end();
    await expect.poll(() => writing).toBe(true);
    sent.destroy();
    await expect.poll(() => writing).toBe(false);
  });

  test('as a Word file is not written for who has it already', async () => {
    const path = `${idOf(LONG)}/export?format=docx`;
    const { status, headers } = await get(path, { 'if-none-match': '*' });
    expect([status, headers['etag'], writing]).toEqual([
      304,
      expect.stringMatching(/^W\/"/),
      false,
    ]);
  });

  test('is of one revision, whatever is changed meanwhile', async () => {
    const id = idOf(LONG);
    const last = LONG - 1;
    const edit = async () => {
      const { revision } = await app.client.getTranscription(id, { words: false });
      const segments = [
        { id: 0, text: `Revised ${revision}.` },
        { id: last, text: `Revised ${revision}.` },
      ];
      await app.client.editSegments(id, { revision, segments });
    };
    await edit();
    const [, ...read] = await Promise.all([edit(), get(id), get(id), get(id)]);
    for (const { body } of read) {
      const { segments } = JSON.parse(body).result;
      expect(segments[0].text).toBe(segments[last].text);
    }
  });
});
