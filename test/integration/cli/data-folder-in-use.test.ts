/** Commands that need the data folder for themselves say who has it. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreBackup } from '../../../src/main/cli/commands/manage-data.ts';
import { serve } from '../../../src/main/cli/commands/serve.ts';
import { loadConfig } from '../../../src/main/core/config.ts';
import { lockFolder } from '../../../src/main/repositories/folder/data-folder.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTempFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const goBack = () => restoreBackup(loadConfig({ dataDir }), null);

test('a service, with its address', async () => {
  const app = await startTestApp({ dataDir });
  await expect(goBack()).rejects.toMatchObject({
    code: 'already_running',
    message: `Steno is already running with this data folder, at ${app.url}. Stop it first.`,
  });
  await app.stop();
});

test.each([
  ['the same once more', goBack],
  ['a service', () => serve(loadConfig({ dataDir, port: 0 }))],
])('another command, of which %s says so', async (_what, command) => {
  const { lock } = lockFolder(dataDir);
  await expect(command()).rejects.toMatchObject({
    code: 'already_running',
    message: expect.stringContaining('Another command is at work on this data folder'),
  });
  lock.close();
});
