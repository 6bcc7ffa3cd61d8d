import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markProcess } from '../../../src/main/core/process-mark.ts';
import { announceService, findService } from '../../../src/main/core/service-file.ts';

const SERVICE = {
  url: 'http://127.0.0.1:4717',
  token: 'token',
  localOnly: true,
  model: null,
  lasting: true,
};

test('a service is found while its process runs', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-test-'));
  expect(await findService(folder.path)).toBeNull();
  await announceService({ dataDir: folder.path, database: null }, SERVICE);
  expect(await findService(folder.path)).toMatchObject(SERVICE);
});

test.skipIf(process.platform !== 'linux')(
  'one that was killed is not found, though another program may answer at its address',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-test-'));
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const left = { ...SERVICE, process: await markProcess(child.pid) };
    await writeFile(join(folder.path, 'service.json'), JSON.stringify(left));
    expect(await findService(folder.path)).toMatchObject(SERVICE);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await findService(folder.path)).toBeNull();
  },
);
