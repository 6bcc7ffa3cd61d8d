import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
const names = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  await app.client.pauseQueue();
});
afterAll(() => app.stop());

const keyed = async (name: string): Promise<Client> => {
  const { key } = await app.client.createKey({ name });
  return createClient({ baseUrl: app.url, key });
};
const add = async (by: Client, ...added: string[]) => {
  for (const name of added) {
    const { id } = await by.createTranscription({ url: `http://127.0.0.1:9/${name}.mp3` });
    names.set(id, name);
  }
};
const order = async () => (await app.client.getQueue()).places.map(({ id }) => names.get(id));

test('those who ask for transcriptions take turns, however many each has', async () => {
  const [one, two] = [await keyed('one'), await keyed('two')];
  await add(one, 'one-1', 'one-2', 'one-3', 'one-4');
  await add(two, 'two-1', 'two-2');
  await add(app.client, 'window-1');
  expect(await order()).toEqual([
    ...['one-1', 'two-1', 'window-1', 'one-2', 'two-2'],
    ...['one-3', 'one-4'],
  ]);
  await add(app.client, 'window-2', 'window-3');
  expect(await order()).toEqual([
    ...['one-1', 'two-1', 'window-1', 'one-2', 'two-2', 'window-2'],
    ...['one-3', 'window-3', 'one-4'],
  ]);
});

test('what a person has put elsewhere stays there when more are added', async () => {
  const moved = [...names].find(([, name]) => name === 'one-4')?.[0] ?? '';
  await app.client.moveInQueue(moved, { position: 1 });
  await add(app.client, 'window-4');
  expect((await order()).slice(0, 3)).toEqual(['one-4', 'one-1', 'two-1']);
  expect((await order()).at(-1)).toBe('window-4');
});
