import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
const ids: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  await app.client.pauseQueue();
  for (const name of ['a', 'b', 'c']) {
    const url = `http://127.0.0.1:9/${name}.mp3`;
    ids.push((await app.client.createTranscription({ url })).id);
  }
});
afterAll(() => app.stop());

const order = async () => (await app.client.getQueue()).places.map(({ id }) => ids.indexOf(id));

test('while it is paused nothing is started, and everyone sees that', async () => {
  const queue = await app.keyClient.getQueue();
  expect(queue).toMatchObject({ paused: true, running: 0, waiting: 3 });
  expect(queue.places.map(({ position }) => position)).toEqual([1, 2, 3]);
});

test('one that waits is put elsewhere, and the others keep their order', async () => {
  const [a = '', , c = ''] = ids;
  await app.client.moveInQueue(c, { position: 1 });
  expect(await order()).toEqual([2, 0, 1]);
  await app.client.moveInQueue(c, { position: 99 });
  expect(await order()).toEqual([0, 1, 2]);
  await app.keyClient.moveInQueue(a, { position: 2 });
  expect(await order()).toEqual([1, 0, 2]);
});

test('what comes later comes after all of them', async () => {
  const late = await app.client.createTranscription({ url: 'http://127.0.0.1:9/d.mp3' });
  ids.push(late.id);
  expect(await order()).toEqual([1, 0, 2, 3]);
});

test('a key that sees its own only may look, and changes nothing', async () => {
  const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
  const own = createClient({ baseUrl: app.url, key });
  expect(await own.getQueue()).toMatchObject({ waiting: 4, places: [] });
  const refused = { code: 'forbidden' };
  await expect(own.resumeQueue()).rejects.toMatchObject(refused);
  await expect(own.moveInQueue(ids[0] ?? '', { position: 1 })).rejects.toMatchObject(refused);
});

test('what does not wait has no place to be given', async () => {
  const [a = ''] = ids;
  await app.client.cancelTranscription(a);
  const move = app.client.moveInQueue(a, { position: 1 });
  await expect(move).rejects.toMatchObject({ code: 'wrong_state' });
});

test('resumed, it goes on', async () => {
  await app.client.resumeQueue();
  await expect.poll(async () => (await app.client.getQueue()).running).toBeGreaterThan(0);
});
