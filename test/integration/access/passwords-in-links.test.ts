/** The password in the link of a recording is its owner's: others neither read it nor find by it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let reader: Client;

beforeAll(async () => {
  app = await startTestApp({ work: false });
  const { key } = await app.client.createKey({ name: 'reader', scope: 'read' });
  reader = createClient({ baseUrl: app.url, key });
  for (const path of ['/talk.mp3', '', '?id=7']) {
    await app.client.createTranscription({ url: `http://user:hushhush@127.0.0.1:9${path}` });
  }
});
afterAll(() => app.stop());

test('lists find by the rest of the link alone', async () => {
  const found = async (q: string) => (await reader.listTranscriptions({ q })).data.length;
  expect(await found('http://127.0.0.1:9')).toBe(3);
  expect(await found('127.0.0.1:9/TALK.mp3')).toBe(1);
  for (const part of ['hushhush', 'user:', 'h@', '://u'])
    expect([part, await found(part)]).toEqual([part, 0]);
});

test('neither the search nor the place where a page ends has it', async () => {
  expect((await reader.search({ q: 'hushhush' })).data).toEqual([]);
  expect((await reader.searchRecordings({ q: 'hushhush' })).data).toEqual([]);
  let cursor: string | null = '';
  const places: string[] = [];
  while (cursor !== null) {
    const page: { next_cursor: string | null } = await reader.listTranscriptions({
      sort: 'title',
      limit: 1,
      ...(cursor !== '' && { cursor }),
    });
    cursor = page.next_cursor;
    places.push(Buffer.from(cursor ?? '', 'base64url').toString());
  }
  expect(places).toHaveLength(3);
  expect(places.join('\n')).not.toContain('hush');
});
