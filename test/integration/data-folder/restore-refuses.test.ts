/** A backup may come from anywhere: only plain files of the names Steno makes are taken from one, and served. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { copyFolder, restore } from '../../../src/main/repositories/folder/restore.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { createFolderStorage } from '../../../src/main/storage/folder-storage.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { newJob } from '../../helpers/harness/new-job.ts';

const AT = Date.UTC(2026, 10, 22, 17, 3, 5, 7);
const ID = 'trs_aaaaaaaaaaaaaaaaaaaaaa';
const FILE = 'file_aaaaaaaaaaaaaaaaaaaaaa';
const MEDIA = `recordings/${ID}/media`;

let root: string;
const at = (...names: string[]) => join(root, ...names);
const put = (name: string, text = name) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};

beforeEach(async () => {
  root = await makeTempFolder();
  return () => rmSync(root, { recursive: true });
});

async function insert({ db }: OpenDatabase): Promise<void> {
  const same = { idempotency: null, reuse: null };
  await createTranscriptionRepository(db).insert(newJob({ id: ID }), same);
  await db
    .updateTable('transcriptions')
    .set({ status: 'completed', completedAt: 1, mediaType: 'audio/mpeg' })
    .execute();
}

/** A backup with a recording and an upload, made by Steno. */
async function makeBackup(): Promise<void> {
  const database = openDatabase(at('library'));
  await insert(database);
  const upload = { filename: 'a.mp3', bytes: 1, sha256: 'x', test: 0, createdAt: 0 };
  await database.db
    .insertInto('files')
    .values({ id: FILE, ...upload })
    .execute();
  await database.close();
  put(`library/${MEDIA}`, 'sound');
  put(`library/recordings/${ID}/waveform`, 'wave');
  linkSync(at('library', MEDIA), at('library', 'recordings', ID, 'source'));
  mkdirSync(at('library/files'));
  linkSync(at('library', MEDIA), at('library/files', FILE));
  copyFolder(at('library'), at('backup'));
}

/** Whatever lies in the folder, with what is in it. */
const contents = (folder: string) =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^lock\.db|^data-folder/.test(entry.name))
    .map((entry) => `${entry.name}: ${readFileSync(join(entry.parentPath, entry.name))}`)
    .sort();

function expectRefused(...names: string[]): string {
  put('data/keep.txt');
  rmSync(at('data/keep.txt'));
  const before = contents('data');
  let said = '';
  try {
    restore(at('data'), at('backup'), AT);
  } catch (error) {
    said = String(error);
  }
  for (const name of names) expect(said).toContain(name);
  expect(said).toContain('Nothing was changed');
  expect(contents('data')).toEqual(before);
  return said;
}

describe('a backup is refused, and nothing is moved, for', () => {
  beforeEach(makeBackup);

  test('a link to another file', () => {
    put('secret');
    rmSync(at('backup', MEDIA));
    symlinkSync(at('secret'), at('backup', MEDIA));
    expectRefused(`${MEDIA} (a link)`);
  });

  test('links in the place of an upload, a recording, a folder and the database', () => {
    put('elsewhere/media');
    for (const [name, to] of [
      [`files/${FILE}`, 'secret'],
      [`recordings/${ID}`, 'elsewhere'],
    ] as const) {
      rmSync(at('backup', name), { recursive: true });
      symlinkSync(at(to), at('backup', name));
    }
    expectRefused(`files/${FILE} (a link)`, `recordings/${ID} (a link)`);
    rmSync(at('backup/files'), { recursive: true });
    rmSync(at('backup/recordings'), { recursive: true });
    symlinkSync(at('elsewhere'), at('backup/recordings'));
    expectRefused('recordings (a link)');
    rmSync(at('backup/steno.db'));
    symlinkSync(at('library/steno.db'), at('backup/steno.db'));
    expectRefused('steno.db (a link)');
  });

  test('a pipe, which keeps nobody waiting', () => {
    rmSync(at('backup', MEDIA));
    execFileSync('mkfifo', [at('backup', MEDIA)]);
    rmSync(at('backup/files', FILE));
    execFileSync('mkfifo', [at('backup/files', FILE)]);
    expectRefused(`${MEDIA} (a pipe)`, `files/${FILE} (a pipe)`);
    rmSync(at('backup/steno.db'));
    execFileSync('mkfifo', [at('backup/steno.db')]);
    expectRefused('steno.db (a pipe)');
    execFileSync('mkfifo', [at('pipe')]);
    expect(() => restore(at('data'), at('pipe'), AT)).toThrow('pipe (a pipe)');
  });

  test('a socket', async () => {
    rmSync(at('backup', MEDIA));
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(at('backup', MEDIA), resolve));
    expectRefused(`${MEDIA} (a socket)`);
    await new Promise((resolve) => void server.close(resolve));
  });

  // Only root may make one.
  test.skipIf(process.getuid?.() !== 0)('a device', () => {
    rmSync(at('backup', MEDIA));
    execFileSync('mknod', [at('backup', MEDIA), 'c', '1', '5']);
    expectRefused(`${MEDIA} (a device)`);
  });

  test('a hard link to a file elsewhere, but not for one within the backup', () => {
    put('secret');
    linkSync(at('backup', MEDIA), at('backup', 'recordings', ID, 'source.2'));
    rmSync(at('backup', 'recordings', ID, 'source'));
    execFileSync('mv', [
      at('backup', 'recordings', ID, 'source.2'),
      at('backup', 'recordings', ID, 'source'),
    ]);
    restore(at('other'), at('backup'), AT);
    expect(readFileSync(at('other', MEDIA), 'utf8')).toBe('sound');
    rmSync(at('backup/files', FILE));
    linkSync(at('secret'), at('backup/files', FILE));
    expectRefused(`files/${FILE} (a hard link to a file elsewhere)`);
  });

  test('names that Steno does not make: ten are told, and how many more', () => {
    for (let index = 0; index < 12; index++) put(`backup/files/mine-${index}`);
    put(`backup/recordings/${ID}/run.sh`);
    put('backup/recordings/trs_short/media');
    put('backup/files/.DS_Store');
    const said = expectRefused('files/mine-0 (an unknown name)', ', and 4 more');
    expect(said).not.toContain('.DS_Store');
  });

  test('a folder in the place of a file', () => {
    put(`backup/recordings/${ID}/extra`);
    rmSync(at('backup/files', FILE));
    mkdirSync(at('backup/files', FILE));
    expectRefused(`files/${FILE} (a folder)`, `recordings/${ID}/extra`);
  });

  test('nothing, as Steno made it; also by a link a person gives', () => {
    symlinkSync(at('backup'), at('latest'));
    expect(restore(at('data'), at('latest'), AT).strangers).toBe(0);
    expect(contents('data')).toContain('media: sound');
    expect(readFileSync(at('data/files', FILE), 'utf8')).toBe('sound');
  });
});

test('a backup leaves out what is laid into the data folder, and says so', async () => {
  await makeBackup();
  put('secret');
  rmSync(at('library', MEDIA));
  symlinkSync(at('secret'), at('library', MEDIA));
  expect(copyFolder(at('library'), at('second'))).toEqual({
    entries: 2,
    leftOut: [`${MEDIA} (a link)`],
  });
  expect(existsSync(at('second', MEDIA))).toBe(false);
  expect(readFileSync(at('second/files', FILE), 'utf8')).toBe('sound');
});

describe('what is laid into a data folder later', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await makeTempFolder();
    const database = openDatabase(folder);
    await insert(database);
    await database.close();
    app = await startTestApp({ dataDir: folder });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  test.each(['recordings', 'work'])('is not served in %s', async (own) => {
    put('secret');
    const path = join(folder, own, ID, ...(own === 'work' ? ['playback'] : []));
    mkdirSync(path, { recursive: true });
    for (const part of ['media', 'waveform']) {
      symlinkSync(at('secret'), join(path, part));
      const response = await ask(`${app.url}/v1/transcriptions/${ID}/${part}`, {
        headers: { authorization: `Bearer ${app.key}` },
      });
      expect(response.status).toBe(404);
    }
    rmSync(join(folder, own, ID), { recursive: true });
  });

  test('is no upload', async () => {
    put('secret');
    mkdirSync(join(folder, 'files'), { recursive: true });
    symlinkSync(at('secret'), join(folder, 'files', FILE));
    const storage = createFolderStorage(folder, folderInPlace(folder));
    const key = `files/${FILE}` as const;
    expect(await storage.find(key)).toBeNull();
    expect(() => storage.localPath(key)).toThrow('removed');
    await expect(storage.read(key, { start: 0, end: 1 })).rejects.toThrow('removed');
    const { signal } = new AbortController();
    expect(await storage.copyTo(key, at('copy'), { signal })).toBe(false);
    execFileSync('mkfifo', [join(folder, 'files', `${FILE.slice(0, -1)}b`)]);
    const pipe = `files/${FILE.slice(0, -1)}b` as const;
    await expect(storage.read(pipe, { start: 0, end: 1 })).rejects.toThrow('removed');
  });
});
