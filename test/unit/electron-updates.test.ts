import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepUpToDate } from '../../src/main/electron/updates.ts';

let resourcesPath: string;
let log: string;
const logger = pino({ level: 'info' }, { write: (line: string) => void (log += line) });

beforeAll(async () => {
  resourcesPath = await mkdtemp(join(tmpdir(), 'steno-test-'));
});
beforeEach(() => {
  log = '';
});
afterAll(() => rm(resourcesPath, { recursive: true, force: true }));

test('a build without an address to look at asks nobody', async () => {
  await keepUpToDate({ isPackaged: true, resourcesPath, logger });
  expect(log).toBe('');
});

test('a checkout asks nobody, and an updater that does not work is only logged', async () => {
  await writeFile(
    join(resourcesPath, 'app-update.yml'),
    'provider: generic\nurl: http://[::1]:9\n',
  );
  await keepUpToDate({ isPackaged: false, resourcesPath, logger });
  expect(log).toBe('');
  // Outside Electron the real updater cannot even start.
  await keepUpToDate({ isPackaged: true, resourcesPath, logger });
  expect(log).toContain('looking for a newer version did not work');
});
