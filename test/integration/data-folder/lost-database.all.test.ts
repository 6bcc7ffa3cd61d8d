/** Where the database is lost beside what its jobs have left, nothing starts and nothing is changed. */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { backUp } from '../../../src/main/repositories/folder/backups.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { runSteno, startService } from '../../helpers/harness/service-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  return () => rm(folder, { recursive: true, force: true });
});

/** Every file with its bytes but those the lock and a start that is refused may touch. */
function contents(dataDir = folder): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true }).map(String);
  const kept = names.filter((name) => !/^(?:lock\.db|steno\.db-shm)/.test(name));
  return Object.fromEntries(
    kept
      .filter((name) => statSync(join(dataDir, name)).isFile())
      .map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]),
  );
}

/** A library with an upload, whose service was stopped, or died as in a power cut. */
async function makeLibrary(end: 'stop' | 'kill' = 'stop'): Promise<string> {
  const service = await startService(folder);
  const { id } = await service.client.uploadFile(new Blob(['sound']), 'a.mp3');
  await service[end]();
  return id;
}

const start = () => runSteno(['serve', '--port', '0', '--data', folder]);

async function expectRefusal(sentence: string): Promise<string> {
  const before = contents();
  const result = await start();
  expect(result).toMatchObject({ code: 3, stdout: '' });
  expect(result.stderr).toContain(sentence);
  expect(result.stderr).toContain('Nothing was changed');
  expect(contents()).toEqual(before);
  return result.stderr;
}

test('a database that is gone', async () => {
  await makeLibrary();
  await rm(join(folder, 'steno.db'));
  await expectRefusal('missing or empty');
});

test('a database that is gone together with the folder’s own note', async () => {
  await makeLibrary();
  for (const name of ['steno.db', 'data-folder.json']) await rm(join(folder, name));
  const result = await start();
  expect(result).toMatchObject({ code: 3, stdout: '' });
  expect(result.stderr).toContain('missing or empty');
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
});

test('a database of zero bytes', async () => {
  await makeLibrary();
  await truncate(join(folder, 'steno.db'), 0);
  await expectRefusal('missing or empty');
});

test('a database without the log that holds what was stored last', async () => {
  await makeLibrary('kill');
  await rm(join(folder, 'steno.db-wal'));
  await expectRefusal('steno.db-wal');
});

test('a database whose log is garbled, and that knows nothing of the files', async () => {
  await makeLibrary('kill');
  await writeFile(join(folder, 'steno.db-wal'), Buffer.alloc(60_000, 'garbage'));
  const before = readdirSync(join(folder, 'files'));
  const result = await start();
  expect(result).toMatchObject({ code: 3, stdout: '' });
  expect(result.stderr).toContain('older than they are');
  expect(readdirSync(join(folder, 'files'))).toEqual(before);
});

test('a database of another folder', async () => {
  await makeLibrary();
  const other = join(folder, '..', `${folder.split('/').at(-1)}-other`);
  mkdirSync(other);
  await openDatabase(other).close();
  copyFileSync(join(other, 'steno.db'), join(folder, 'steno.db'));
  await rm(other, { recursive: true });
  // Which of the two it is that does not fit makes no difference to what is left alone.
  const result = await start();
  expect(result).toMatchObject({ code: 3, stdout: '' });
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
});

/** As where somebody has put another note into the folder; returns what puts the right one back. */
async function forgeNote(): Promise<() => Promise<void>> {
  const path = join(folder, 'data-folder.json');
  const read = async () => JSON.parse(await readFile(path, 'utf8'));
  const { id } = await read();
  await writeFile(path, JSON.stringify({ ...(await read()), id: 'another' }));
  return async () => writeFile(path, JSON.stringify({ ...(await read()), id }));
}

test('a start that is refused after a power cut keeps nothing from the next one', async () => {
  const id = await makeLibrary('kill');
  const mend = await forgeNote();
  await expectRefusal('belongs to another');
  await mend();
  const service = await startService(folder);
  await service.client.createTranscription({ url: `steno://files/${id}` });
  await service.stop();
});

test.runIf(process.platform === 'linux')(
  'a database that is refused is not left open',
  async () => {
    await makeLibrary();
    await forgeNote();
    expect(() => openDatabase(folder)).toThrow('Nothing was changed');
    const open = readdirSync('/proc/self/fd').map((name) => {
      try {
        return readlinkSync(join('/proc/self/fd', name));
      } catch {
        return '';
      }
    });
    expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
  },
);

test('a database that is no database', async () => {
  await makeLibrary();
  await writeFile(join(folder, 'steno.db'), 'Dear diary, '.repeat(1000));
  await expectRefusal('damaged');
});

test('the last good backup is offered, and a damaged one is not', async () => {
  await makeLibrary();
  backUp(folder, Date.UTC(2026, 0, 2, 3, 4));
  await mkdir(join(folder, 'backups'), { recursive: true });
  await writeFile(join(folder, 'backups', 'steno-20260203T040506007Z.db'), 'nothing');
  await rm(join(folder, 'steno.db'));
  const said = await expectRefusal('steno restore');
  expect(said).toContain('2026-01-02 03:04');
});

test('a sound one starts, with all that was stored before a power cut', async () => {
  const id = await makeLibrary('kill');
  const service = await startService(folder);
  const { key } = await service.client.createKey({ name: 'key' });
  expect(key).toMatch(/^steno_live_/);
  await service.stop();
  expect(JSON.parse(await readFile(join(folder, 'data-folder.json'), 'utf8'))).toMatchObject({
    database: true,
    open: false,
  });
  expect(readdirSync(join(folder, 'files'))).toEqual([id]);
});
