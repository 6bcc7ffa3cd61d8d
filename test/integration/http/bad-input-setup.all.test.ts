import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { noStrace } from '../../helpers/faults/strace.ts';
import { makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { runSteno, stenoProgram } from '../../helpers/harness/service-process.ts';
import { makeDatabase } from '../../helpers/harness/stored-rows.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let origin: Origin;
let folder: string;

beforeAll(async () => {
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
beforeEach(async () => {
  folder = await makeTempFolder();
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(() => origin.close());

describe('a machine without', () => {
  const failure = async (overrides: Parameters<typeof startTestApp>[0]) => {
    const app = await startTestApp(overrides);
    try {
      const failed = await transcribe(app.client, { url: `${origin.url}/short.mp3` });
      expect((await app.client.health()).status).toBe('ok');
      return failed;
    } finally {
      await app.stop();
    }
  };

  test('any model says how to add one', async () => {
    const failed = await failure({ resourcesDir: folder });
    expect(failed.error).toMatchObject({ code: 'model_missing', stage: 'transcribing' });
    expect(failed.error?.message).toContain('steno models add');
  });

  test('the engine says how to build it', async () => {
    const failed = await failure({ engineFile: join(folder, 'nothing') });
    expect(failed.error).toMatchObject({ code: 'engine_missing', retryable: true });
    expect(failed.error?.message).toContain('npm start');
  });

  test('ffmpeg says how to install it', async () => {
    vi.stubEnv('STENO_FFMPEG', join(folder, 'nothing'));
    const failed = await failure({});
    vi.unstubAllEnvs();
    expect(failed.error).toMatchObject({ code: 'ffmpeg_missing', stage: 'decoding' });
    expect(failed.error?.message).toContain('apt install ffmpeg');
  });

  test('a sound model says which file is wrong', async () => {
    const broken = join(folder, 'models');
    await mkdir(broken);
    const demo = await readFile(join(loadConfig({}, {}).resourcesDir, 'models', 'demo.bin'));
    await writeFile(join(broken, 'demo.bin'), demo.subarray(0, demo.length / 2));
    const failed = await failure({ resourcesDir: folder });
    expect(failed.error).toMatchObject({ code: 'model_invalid', stage: 'transcribing' });
  });
});

describe('the service does not start', () => {
  const serve = (...args: string[]) => runSteno(['serve', '--port', '0', ...args]);

  test('on a port that is taken: exit code 5', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const result = await serve('--data', folder, '--port', String(port));
    other.close();
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toContain(`Port ${port} on 127.0.0.1 is taken`);
  });

  test('where the data folder cannot be written: exit code 3', async () => {
    await writeFile(join(folder, 'file'), '');
    const result = await serve('--data', join(folder, 'file', 'data'));
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('cannot be written');
  });

  test.skipIf(noStrace !== null)(
    'where the file system cannot hold a database: exit code 3, and what to do',
    async () => {
      const fault = ['-e', 'trace=ftruncate', '-e', 'inject=ftruncate:error=EPERM'];
      const refused = ['-f', '-o', '/dev/null', ...fault];
      const serve = [await stenoProgram(), 'serve', '--port', '0', '--data', folder];
      const { status, stderr } = spawnSync('strace', [...refused, process.execPath, ...serve]);
      expect(status).toBe(3);
      expect(`${stderr}`).toContain('cannot hold a database');
      expect(`${stderr}`).toContain('Choose a folder on a disk of this computer');
    },
  );

  test('twice on one folder: exit code 4, and the first one goes on', async () => {
    const app = await startTestApp({ dataDir: folder });
    const result = await serve('--data', folder);
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(result.stderr).toContain('already running');
    expect((await app.client.listModels()).data).not.toEqual([]);
    await app.stop();
  });

  test('on the database of a later version: exit code 3, untouched', async () => {
    await makeDatabase(folder, (db) => db.pragma('user_version = 9999'));
    const before = await readFile(join(folder, 'steno.db'));
    const result = await serve('--data', folder);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('newer Steno');
    expect((await readFile(join(folder, 'steno.db'))).equals(before)).toBe(true);
  });

  test.each([
    ['its first bytes', 0],
    ['a page in the middle', 3 * 4096],
  ])('on a database with %s overwritten: exit code 3, left as it was', async (_where, at) => {
    await makeDatabase(folder, () => {});
    const path = join(folder, 'steno.db');
    const bytes = await readFile(path);
    const garbage = Buffer.alloc(4096, 'not a page ');
    garbage.copy(bytes, at);
    await writeFile(path, bytes);
    const result = await serve('--data', folder);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('damaged');
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });
});
