import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWatchFolderService } from '../../../src/main/services/sources/watch-folder.service.ts';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
beforeEach(async () => {
  base = await makeTempFolder();
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** Nothing is taken in here. */
const unused = () => Promise.reject(new Error('This is not called.'));

test('a folder that goes and comes back is watched again, and each change is reported', async () => {
  const folder = join(base, 'on another disk');
  await mkdir(folder);
  const clock = createFakeClock();
  const { core, stop } = openCore(join(base, 'data'), { clock });
  const told: string[] = [];
  core.events.subscribe((event) => {
    if (event.type === 'watch_folder') told.push(event.watch_folder.state);
  });
  let opened = 0;
  let closed = 0;
  const service = createWatchFolderService(core, {
    watch: async () => {
      opened += 1;
      return {
        close: async () => {
          closed += 1;
        },
      };
    },
    files: { store: unused, removeOf: unused },
    transcriptions: { create: unused },
    settings: { get: async () => ({ ...DEFAULT_SETTINGS, watch_folder: folder }) },
  });
  const lookAgain = async () => {
    await clock.sleeping();
    await clock.advance(5000);
  };

  await service.start();
  expect([told, opened, closed]).toEqual([['watching'], 1, 0]);
  await rename(folder, `${folder}, unplugged`);
  await lookAgain();
  await until(() => told.length === 2);
  expect([told.at(-1), opened, closed]).toEqual(['missing', 1, 1]);
  await rename(`${folder}, unplugged`, folder);
  await lookAgain();
  await until(() => told.length === 3);
  expect([told.at(-1), opened, closed]).toEqual(['watching', 2, 1]);
  await lookAgain();
  await clock.sleeping();
  expect([told.length, opened]).toEqual([3, 2]);
  await service.stop();
  await stop();
  expect(closed).toBe(2);
});
