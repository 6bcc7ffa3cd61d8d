/** The storage port: what holds for the data folder holds for a bucket. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../../src/main/storage/folder-storage.ts';
import {
  type MediaKey,
  type MediaStorage,
  recordingKey,
  uploadKey,
} from '../../../src/main/storage/media-storage.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { openStorage } from '../../helpers/harness/open-storage.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

const signal = new AbortController().signal;
/** A whole part of an upload and a piece. */
const LARGE = randomBytes(9 * 1024 ** 2 + 13);
const SMALL = Buffer.from('a small upload');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const inChunks = (content: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 100_003) yield content.subarray(at, at + 100_003);
    })(),
  );

async function listed(storage: MediaStorage, of: 'files' | 'recordings'): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(of)) keys.push(key);
  return keys.toSorted();
}

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steno-storage-'));
  server = await startS3Server({ pageSize: 2 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function openFolderStorage() {
  const data = join(folder, 'data');
  mkdirSync(data);
  return createFolderStorage(data, folderInPlace(data));
}

describe.each([
  ['the data folder', openFolderStorage],
  ['a bucket', () => openStorage(server.config('deep/inside'))],
])('in %s', (_, open) => {
  let storage: MediaStorage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  const read = async (key: MediaKey, start: number, end: number) =>
    buffer(await storage.read(key, { start, end }));
  const named = (name: string) => `${name}_${'a'.repeat(22)}`;

  test('an upload is read as it came, whole and in parts', async () => {
    for (const [name, content] of [
      ['file_small', SMALL],
      ['file_large', LARGE],
    ] as const) {
      const key = uploadKey(named(name));
      const written = await storage.put(key, inChunks(content));
      expect(written).toEqual({ bytes: content.length, sha256: sha256(content) });
      expect(await storage.find(key)).toMatchObject({ bytes: content.length });
      const all = await read(key, 0, content.length - 1);
      expect(all.equals(content)).toBe(true);
      const end = content.length - 1;
      expect((await read(key, end - 6, end)).equals(content.subarray(-7))).toBe(true);
      expect((await read(key, 3, 3)).equals(content.subarray(3, 4))).toBe(true);
    }
  });

  test('there is a file with the same content for programs that need one', async () => {
    const to = join(mkdtempSync(join(folder, 'copy-')), 'media');
    const key = uploadKey(named('file_large'));
    expect(await storage.copyTo(key, to, { sha256: sha256(LARGE), signal })).toBe(true);
    expect(readFileSync(to).equals(LARGE)).toBe(true);
    expect(await storage.copyTo(uploadKey(named('file_none')), `${to}2`, { signal })).toBe(false);
    expect(readdirSync(join(to, '..'))).toEqual(['media']);
  });

  test('a finished recording is taken over with its parts, once more in place of an earlier one', async () => {
    const id = named('trs');
    for (const media of [SMALL, LARGE]) {
      const made = join(folder, 'made');
      mkdirSync(made);
      writeFileSync(join(made, 'media'), media);
      writeFileSync(join(made, 'waveform'), Buffer.of(1, 2, 3));
      await storage.keep(id, made, signal);
      expect(() => readdirSync(made)).toThrow(/ENOENT/);
    }
    expect((await read(recordingKey(id, 'waveform'), 0, 2)).toJSON().data).toEqual([1, 2, 3]);
    expect(await storage.find(recordingKey(id, 'media'))).toMatchObject({ bytes: LARGE.length });
    expect(await storage.find(recordingKey(id, 'source'))).toBeNull();
  });

  test('what is there is listed, and counted', async () => {
    expect(await listed(storage, 'recordings')).toEqual([
      `recordings/${named('trs')}/media`,
      `recordings/${named('trs')}/waveform`,
    ]);
    expect(await storage.usage([{ folder: 'files', name: named('file_small') }])).toEqual({
      recordings: LARGE.length + 3,
      uploads: LARGE.length + SMALL.length,
      trash: SMALL.length,
    });
  });

  test('what is removed is gone, the rest is not, and once more is no mistake', async () => {
    await storage.put(uploadKey(named('file_other')), inChunks(SMALL));
    for (let times = 0; times < 2; times++) {
      await storage.remove({ folder: 'files', name: named('file_large') });
      await storage.remove({ folder: 'recordings', name: named('trs') });
    }
    expect(await storage.find(uploadKey(named('file_large')))).toBeNull();
    expect(await listed(storage, 'recordings')).toEqual([]);
    expect(await listed(storage, 'files')).toEqual([
      uploadKey(named('file_other')),
      uploadKey(named('file_small')),
    ]);
  });

  test('an upload that breaks off or is given up leaves nothing that counts', async () => {
    const key = uploadKey(named('file_cut'));
    const breaking = async function* () {
      yield LARGE;
      throw new Error('the client is gone');
    };
    await expect(storage.put(key, Readable.from(breaking()))).rejects.toThrow('the client is gone');
    const stop = new AbortController();
    const stopped = async function* () {
      yield LARGE;
      stop.abort(new Error('given up'));
      yield LARGE;
    };
    await expect(
      storage.put(key, Readable.from(stopped()), { signal: stop.signal }),
    ).rejects.toThrow();
    expect(await storage.find(key)).toBeNull();
    await storage.remove({ folder: 'files', name: named('file_cut') });
    expect(server.uploads.size).toBe(0);
  });
});
