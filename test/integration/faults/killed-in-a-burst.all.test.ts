/** Many requests at once, and the service dies in the middle: what was answered is there, each once, in its order. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';

const AT_ONCE = 50;
const IN_THE_QUEUE = 200;
let dataDir: string;
/** Never answers, so that what leads there stays in the queue. */
let silent: Origin;

beforeAll(async () => {
  silent = await startOrigin(() => {});
});
afterAll(() => silent.close());
beforeEach(async () => {
  dataDir = await makeTempFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const create = async (client: Client, number: number): Promise<string> =>
  (await client.createTranscription({ url: `${silent.url}/${number}.mp3` })).id;

/** Of all transcriptions, the oldest first. */
async function listIds(client: Client): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.listTranscriptions({
      limit: 100,
      sort: 'oldest' as const,
      ...(cursor && { cursor }),
    });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

function expectSound(): void {
  const sqlite = new BetterSqlite(join(dataDir, 'steno.db'), { readonly: true });
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  sqlite.close();
}

test.each([1, 40])('killed after %i of 50 answers', async (answers) => {
  const before = await startService(dataDir);
  const answered: string[] = [];
  const sent = Array.from({ length: AT_ONCE }, (_, number) =>
    create(before.client, number).then((id) => answered.push(id)),
  );
  const all = Promise.allSettled(sent);
  await until(() => answered.length >= answers);
  await before.kill();
  await all;

  const after = await startService(dataDir);
  const ids = await listIds(after.client);
  expect(ids).toEqual(expect.arrayContaining(answered));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeLessThanOrEqual(AT_ONCE);
  for (const id of ids)
    expect((await after.client.getTranscription(id)).source.url).toMatch(/mp3$/);
  expect(await after.stop()).toBe(0);
  expectSound();
});

test('hundreds that wait are there again, in the order they came', async () => {
  const before = await startService(dataDir);
  const created: string[] = [];
  for (let number = 0; number < IN_THE_QUEUE; number += 1) {
    created.push(await create(before.client, number));
  }
  await before.kill();
  const after = await startService(dataDir);
  expect(await listIds(after.client)).toEqual(created);
  await until(() => silent.requests.some(({ path }) => path === '/0.mp3'));
  expect(await after.stop()).toBe(0);
  expectSound();
});
