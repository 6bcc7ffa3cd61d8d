import { rmSync, symlinkSync } from 'node:fs';
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

/** What is said of a recording to which something happens before it is opened, once the next one's turn has come. */
async function problemAfter(happens: (path: string) => void): Promise<string | null> {
  const folder = join(base, 'watched');
  await mkdir(folder);
  const [path, next] = [join(folder, 'talk.mp3'), join(folder, 'next.mp3')];
  for (const recording of [path, next]) await writeFile(recording, 'sound');
  const { core, stop } = openCore(join(base, 'data'));
  let content: Readable | null = null;
  // What failed is noticed before it is read.
  const note = async (entry: OwnEntry) => {
    await until(() => content?.destroyed);
    await core.removals.note(entry);
  };
  const files = createFileService({ ...core, removals: { ...core.removals, note } });
  const said = Promise.withResolvers<string | null>();
  const service = createWatchFolderService(core, {
    watch: async (_, { onFile }) => {
      onFile(path);
      onFile(next);
      return { close: async () => {} };
    },
    files: {
      ...files,
      store: async (read, name, ...rest) => {
        if (name === 'next.mp3') {
          said.resolve((await service.status()).problem);
          return unused();
        }
        content = read as Readable;
        happens(path);
        return files.store(read, name, ...rest);
      },
    },
    transcriptions: { create: unused },
    settings: { get: async () => ({ ...DEFAULT_SETTINGS, watch_folder: folder }) },
  });
  await service.start();
  const problem = await said.promise;
  await service.stop();
  await stop();
  return problem;
}

test('a recording that cannot be opened any more is told of, and no more', async () => {
  const problem = await problemAfter((path) => {
    rmSync(path);
    // A link to itself leads nowhere, for administrators too.
    symlinkSync(path, path);
  });
  expect(problem).toBe('“talk.mp3” cannot be read (ELOOP).');
});

test('one that has gone meanwhile is passed over', async () => {
  expect(await problemAfter(rmSync)).toBeNull();
});
