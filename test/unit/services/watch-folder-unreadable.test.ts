import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnEntry } from '../../../src/main/repositories/folder/data-folder.ts';
import { createFileService } from '../../../src/main/services/sources/file.service.ts';
import { createWatchFolderService } from '../../../src/main/services/sources/watch-folder.service.ts';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
beforeEach(async () => {
  base = await makeTempFolder();
});
afterEach(() => rm(base, { recursive: true, force: true }));

const unused = () => Promise.reject(new Error('This is not called.'));

test('a recording that cannot be opened any more is told of, and no more', async () => {
  const folder = join(base, 'watched');
  await mkdir(folder);
  const path = join(folder, 'talk.mp3');
  await writeFile(path, 'sound');
  const { core, stop } = openCore(join(base, 'data'));
  let content: Readable | null = null;
  // What failed is noticed before it is read.
  const note = async (entry: OwnEntry) => {
    await until(() => content?.destroyed);
    await core.removals.note(entry);
  };
  const files = createFileService({ ...core, removals: { ...core.removals, note } });
  const service = createWatchFolderService(core, {
    watch: async (_, { onFile }) => {
      onFile(path);
      return { close: async () => {} };
    },
    files: {
      ...files,
      // It is gone before it is opened.
      store: (read, ...rest) => {
        content = read as Readable;
        rmSync(path);
        return files.store(read, ...rest);
      },
    },
    transcriptions: { create: unused },
    settings: { get: async () => ({ ...DEFAULT_SETTINGS, watch_folder: folder }) },
  });
  await service.start();
  expect(await until(async () => (await service.status()).problem)).toMatch(/^[A-Z].*\.$/);
  await service.stop();
  await stop();
});
