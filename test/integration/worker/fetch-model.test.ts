/** What a worker stores of a service that lies to it. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createFetchModel } from '../../../src/main/worker/fetch-model.ts';
import { createServiceLink } from '../../../src/main/worker/service-requests.ts';
import { MachineModel } from '../../../src/shared/machines.ts';
import { TaskHeader } from '../../../src/shared/worker-protocol.ts';
import { hostileNames } from '../../helpers/corpus/hostile-names.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import { sendEndlessly } from '../../helpers/servers/send-endlessly.ts';

const content = Buffer.from('the weights of a model '.repeat(1000));
const sha256 = createHash('sha256').update(content).digest('hex');

let service: Origin;
let send: (response: ServerResponse) => void;
let [root, folder] = ['', ''];
beforeAll(async () => {
  service = await startOrigin((_request, response) => send(response));
});
afterAll(() => service.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steno-worker-'));
  folder = join(root, 'worker-models');
  send = (response) => response.end(content);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Fetches a model as the service announces it. */
function fetchAnnounced(announced: { name?: string; bytes?: number; sha256?: string }) {
  const model = MachineModel.parse({ name: 'base', bytes: content.length, sha256, ...announced });
  const link = createServiceLink({ url: service.url, key: 'a key' });
  return createFetchModel({ folder, link, clock: systemClock })(model, AbortSignal.timeout(60_000));
}

test('whatever a model is called, its file is called by its digest and lies in the folder', async () => {
  for (const name of [...hostileNames.filter((_, index) => index % 5 === 0), '../../../x']) {
    expect(await fetchAnnounced({ name })).toBe(join(folder, `${sha256}.bin`));
  }
  expect(await readdir(root)).toEqual(['worker-models']);
  expect(await readdir(folder)).toEqual([`${sha256}.bin`]);
  expect(service.requests.length).toBe(1);
});

test('a digest that is none, or an id that leads elsewhere, is not understood', () => {
  const ask = { language: 'en', prompt: null, translate: false, speech: [] };
  const model = { name: 'base', bytes: 1, sha256 };
  const header = { protocol: 1, task: 'a-1', attempt: 1, model, ask, pcm_bytes: 2 };
  expect(TaskHeader.safeParse(header).success).toBe(true);
  for (const name of hostileNames) {
    for (const line of [
      { ...header, model: { ...model, sha256: name } },
      { ...header, task: `../${name}` },
    ]) {
      expect(TaskHeader.safeParse(line).success).toBe(false);
    }
  }
});

test('a service that sends without end is left at the first byte too many', async () => {
  let closed = Promise.resolve();
  send = (response) => {
    closed = sendEndlessly(response);
  };
  await expect(fetchAnnounced({ bytes: 1000 })).rejects.toThrow('more bytes than it had announced');
  await closed;
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['fewer bytes', content.subarray(0, -1)],
  ['another file', Buffer.alloc(content.length)],
])('%s than was announced is not kept', async (what, sent) => {
  send = (response) => response.end(sent);
  await expect(fetchAnnounced({})).rejects.toThrow(`the service sent ${what} than`);
  expect(await readdir(folder)).toEqual([]);
});

test('a link that somebody put in its place is not written through', async () => {
  await fetchAnnounced({});
  const [own, others] = [join(folder, `${sha256}.bin`), join(root, 'others')];
  await writeFile(others, 'of somebody else');
  for (const name of [own, `${own}.${process.pid}.part`]) {
    await rm(own);
    await symlink(others, name);
    expect(await fetchAnnounced({})).toBe(own);
    expect(await readFile(others, 'utf8')).toBe('of somebody else');
    expect(await readFile(own)).toEqual(content);
  }
});

test('an error that has no end is one of something that is no Steno', async () => {
  let closed = Promise.resolve();
  send = (response) => {
    closed = sendEndlessly(response.writeHead(500));
  };
  await expect(fetchAnnounced({})).rejects.toThrow('answers with status 500, and is no Steno');
  await closed;
});

test('of many models at once one is fetched at a time, and one that fails keeps no other from it', async () => {
  let [now, most] = [0, 0];
  send = (response) => {
    most = Math.max(most, ++now);
    response.once('close', () => now--);
    setImmediate(() => response.end(content));
  };
  const link = createServiceLink({ url: service.url, key: 'a key' });
  const fetchModel = createFetchModel({ folder, link, clock: systemClock });
  const digests = ['a', 'b', 'c', 'd'].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  const all = [...digests, sha256].map((digest) =>
    fetchModel(
      { name: 'base', bytes: content.length, sha256: digest },
      AbortSignal.timeout(60_000),
    ),
  );
  const states = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(states).toEqual([...digests.map(() => 'rejected'), 'fulfilled']);
  expect(most).toBe(1);
});

test('a service that falls silent while it sends a model keeps no lane for ever', async () => {
  const clock = createFakeClock();
  const link = createServiceLink({ url: service.url, key: 'a key' });
  const fetchModel = createFetchModel({ folder, link, clock });
  const model = MachineModel.parse({ name: 'base', bytes: content.length, sha256 });
  const { signal } = new AbortController();
  send = (response) => response.write(content.subarray(0, 100));
  const silent = fetchModel(model, signal);
  silent.catch(() => {});
  await until(async () => (await readdir(folder).catch(() => [])).length > 0);
  await clock.sleeping(60_000);
  await clock.advance(10 * 60_000);
  await expect(silent).rejects.toThrow('fell silent');
  expect(await readdir(folder)).toEqual([]);
  send = (response) => response.end(content);
  expect(await fetchModel(model, signal)).toBe(join(folder, `${sha256}.bin`));
});

test('a model that somebody has removed since is fetched again', async () => {
  const link = createServiceLink({ url: service.url, key: 'a key' });
  const fetchModel = createFetchModel({ folder, link, clock: systemClock });
  const model = MachineModel.parse({ name: 'base', bytes: content.length, sha256 });
  const { signal } = new AbortController();
  const path = await fetchModel(model, signal);
  await rm(path);
  expect(await fetchModel(model, signal)).toBe(path);
  expect(await readFile(path)).toEqual(content);
});
