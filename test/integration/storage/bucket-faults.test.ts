/** What happens when a bucket fails while it is used. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import {
  type MediaStorage,
  recordingKey,
  uploadKey,
  whileAway,
} from '../../../src/main/storage/media-storage.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { openStorage } from '../../helpers/harness/open-storage.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

const MB = 1024 ** 2;
const CONTENT = randomBytes(9 * MB);
const NAME = `file_${'b'.repeat(22)}`;
const KEY = uploadKey(NAME);
const signal = new AbortController().signal;
const away = { code: 'storage_unreachable' };

let server: S3Server;
let storage: MediaStorage;
let folder: string;
beforeEach(async () => {
  server = await startS3Server();
  storage = await openStorage(server.config());
  folder = mkdtempSync(join(tmpdir(), 'steno-faults-'));
});
afterEach(async () => {
  storage.close();
  rmSync(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});

const store = () => storage.put(KEY, Readable.from([CONTENT]));
/** The first so many requests of a kind. */
const failing = (operation: string, fault: ReturnType<S3Server['fault']>, times: number) => {
  let left = times;
  server.fault = (asked) => (asked.operation === operation && left-- > 0 ? fault : null);
};

test('connections that are cut while a recording is read are made again where they broke', async () => {
  await store();
  failing('GetObject', 'cut', 3);
  const read = await buffer(await storage.read(KEY, { start: 5, end: CONTENT.length - 1 }));
  expect(read.equals(CONTENT.subarray(5))).toBe(true);
});

test('a recording that is another one when it is read on is an error, not a mixture', async () => {
  await store();
  let reads = 0;
  server.fault = ({ operation }) => {
    if (operation !== 'GetObject') return null;
    reads += 1;
    const stored = server.objects.get(`steno/${KEY}`);
    if (reads === 2 && stored) stored.tag = '"another"';
    return reads === 1 ? 'cut' : null;
  };
  const content = await storage.read(KEY, { start: 0, end: CONTENT.length - 1 });
  const length = buffer(content).then((read) => read.length);
  await expect(length).rejects.toMatchObject({ code: 'media_altered' });
});

test.each([
  [
    'a byte is another',
    (body: Buffer) => Buffer.from(body.map((byte, at) => (at === 9 ? byte ^ 1 : byte))),
  ],
  ['the end is missing', (body: Buffer) => body.subarray(0, -1)],
])('a file is not used when %s', async (_, alter) => {
  const { sha256 } = await store();
  const stored = server.objects.get(`steno/${KEY}`);
  if (stored) stored.body = alter(stored.body);
  if (stored) stored.bytes = stored.body.length;
  const copying = storage.copyTo(KEY, join(folder, 'media'), { sha256, signal });
  await expect(copying).rejects.toMatchObject({ code: 'media_altered' });
  expect(readdirSync(folder)).toEqual([]);
});

test('parts are sent again, a lost answer to the last request is no loss', async () => {
  failing('UploadPart', 'cut', 1);
  await store();
  failing('CompleteUpload', [500, 'InternalError'], 1);
  await store();
  expect((await storage.find(KEY))?.bytes).toBe(CONTENT.length);
  expect(server.uploads.size).toBe(0);
});

test.each(['UploadPart', 'CompleteUpload'])(
  'an upload whose %s fails leaves no parts',
  async (operation) => {
    failing(operation, [500, 'InternalError'], 100);
    await expect(store()).rejects.toMatchObject(away);
    expect(server.uploads.size).toBe(0);
    expect(await storage.find(KEY)).toBeNull();
  },
);

test('what a killed service has begun goes with what it has noted, and nothing else', async () => {
  server.fault = ({ operation }) => (operation === 'UploadPart' ? 'hang' : null);
  const hanging = store();
  hanging.catch(() => {});
  await expect
    .poll(() => server.requests.filter((it) => it.operation === 'UploadPart').length)
    .toBe(2);
  server.fault = () => null;
  const other = { key: 'steno/files/file_other', parts: new Map(), sha256: undefined };
  server.uploads.set('of another', other).set('longer', { ...other, key: `steno/${KEY}2` });
  const next = await openStorage(server.config());
  await next.remove({ folder: 'files', name: NAME });
  next.close();
  expect([...server.uploads.keys()]).toEqual(['of another', 'longer']);
});

test.each([
  ['is away', () => server.away(), () => server.back()],
  ['answers 503', () => failing('HeadObject', [503, 'SlowDown'], 100), () => failing('', null, 0)],
  [
    'takes the credentials back',
    () => failing('HeadObject', [403, 'AccessDenied'], 100),
    () => failing('', null, 0),
  ],
])('storage that %s is said to be, and used again later', async (_, leave, comeBack) => {
  await store();
  await leave();
  await expect(storage.find(KEY)).rejects.toMatchObject(away);
  await expect(storage.check()).rejects.toMatchObject(away);
  await comeBack();
  await storage.check();
  expect((await storage.find(KEY))?.bytes).toBe(CONTENT.length);
});

test('a bucket that was emptied is not well', async () => {
  server.objects.clear();
  await expect(storage.check()).rejects.toMatchObject(away);
});

test('storage that says nothing is away after ten seconds', async () => {
  const clock = createFakeClock();
  const patient = await openStorage(server.config(), { clock });
  server.fault = () => 'hang';
  const asked = patient.find(KEY);
  asked.catch(() => {});
  await clock.advance(9_999);
  const first = await Promise.race([asked, Promise.resolve('waits')]);
  await clock.advance(1);
  await expect(asked).rejects.toMatchObject(away);
  expect(first).toBe('waits');
  patient.close();
});

test('work in the background waits, until it is stopped', async () => {
  const clock = createFakeClock();
  const { sha256 } = await store();
  failing('HeadObject', [503, 'SlowDown'], 3);
  const to = join(folder, 'media');
  const core = { clock, logger: createLogger('silent') };
  const copying = whileAway(core, signal, () => storage.copyTo(KEY, to, { sha256, signal }));
  let done = false;
  void copying.then(() => {
    done = true;
  });
  await expect.poll(() => clock.advance(2_000).then(() => done)).toBe(true);
  expect(readFileSync(to).equals(CONTENT)).toBe(true);
  const stop = new AbortController();
  failing('HeadObject', [403, 'AccessDenied'], 100);
  const waiting = whileAway(core, stop.signal, () => storage.find(KEY));
  waiting.catch(() => {});
  stop.abort(new Error('canceled'));
  await expect(waiting).rejects.toThrow('canceled');
});

test('a disk that is full is the disk, not the storage', async () => {
  const { sha256 } = await store();
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  const breaking = Readable.from(
    (function* () {
      yield CONTENT;
      throw full;
    })(),
  );
  await expect(storage.put(uploadKey(`${NAME}2`), breaking)).rejects.toBe(full);
  const nowhere = '/dev/full/media';
  const copying = storage.copyTo(KEY, nowhere, { sha256, signal });
  await expect(copying).rejects.not.toMatchObject(away);
});

test('a sender who is gone is not taken for storage that is', async () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const sender = new Readable({ read: () => {} });
  sender.push(CONTENT);
  sender.push(CONTENT);
  const storing = storage.put(KEY, sender);
  storing.catch(() => {});
  await expect.poll(() => server.uploads.size).toBe(1);
  sender.destroy(gone);
  await expect(storing).rejects.toBe(gone);
  expect(server.uploads.size).toBe(0);
});

test.each([
  ['is copied within the bucket', null, 0],
  ['is sent where that cannot be', [501, 'NotImplemented'] as [number, string], 1],
])('what was fetched and is kept as it is %s', async (_, fault, sent) => {
  const { sha256 } = await store();
  const made = join(folder, 'made');
  await storage.copyTo(KEY, join(made, 'media'), { sha256, signal });
  failing('CopyObject', fault, 100);
  const since = server.requests.length;
  await storage.keep(`trs_${'d'.repeat(22)}`, made, signal);
  const begun = server.requests.slice(since).filter((it) => it.operation === 'CreateUpload');
  expect(begun).toHaveLength(sent);
  const key = recordingKey(`trs_${'d'.repeat(22)}`, 'media');
  expect(await storage.find(key)).toMatchObject({ bytes: CONTENT.length, sha256 });
  expect(server.objects.get(`steno/${key}`)?.body.equals(CONTENT)).toBe(true);
});

test('an upload that is another one by now is not copied', async () => {
  const { sha256 } = await store();
  const made = join(folder, 'made');
  await storage.copyTo(KEY, join(made, 'media'), { sha256, signal });
  await storage.put(KEY, Readable.from([Buffer.from('another')]));
  await storage.keep(`trs_${'e'.repeat(22)}`, made, signal);
  const key = recordingKey(`trs_${'e'.repeat(22)}`, 'media');
  expect(await storage.find(key)).toMatchObject({ bytes: CONTENT.length, sha256 });
});

test('a file that stops coming is given up at once when no one wants it any more', async () => {
  const { sha256 } = await store();
  let asked = 0;
  server.fault = ({ operation }) => {
    if (operation !== 'GetObject') return null;
    asked += 1;
    return 'stall';
  };
  const stop = new AbortController();
  const to = join(folder, 'media');
  const copying = storage.copyTo(KEY, to, { sha256, signal: stop.signal });
  copying.catch(() => {});
  await expect.poll(() => readdirSync(folder)).toEqual(['media.part']);
  await expect.poll(() => asked).toBe(1);
  stop.abort(new Error('canceled'));
  await expect(copying).rejects.toThrow('canceled');
  expect(readdirSync(folder)).toEqual([]);
  expect(asked).toBe(1);
});

test('storage that sends more than it was asked for is left at once', async () => {
  await store();
  failing('GetObject', 'endless', Number.POSITIVE_INFINITY);
  const altered = { code: 'media_altered' };
  await expect(storage.copyTo(KEY, join(folder, 'media'), { signal })).rejects.toMatchObject(
    altered,
  );
  expect(readdirSync(folder)).toEqual([]);
  let read = 0;
  const reading = async () => {
    for await (const chunk of await storage.read(KEY, { start: 5, end: 1004 }))
      read += chunk.length;
  };
  await expect(reading()).rejects.toMatchObject(altered);
  expect(read).toBeLessThanOrEqual(1000);
});

test('a bucket whose marker has no end belongs to nobody known', async () => {
  failing('GetObject', 'endless', Number.POSITIVE_INFINITY);
  await expect(openStorage(server.config())).rejects.toMatchObject({ code: 'storage_unusable' });
});
