/** Folders of users, on shares that may hang. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderLook, lookAtFolder } from '../../../src/main/core/folder-looks.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

test('one that does not answer counts as away, is not asked a second time, and is there once it answers', async () => {
  const clock = createFakeClock();
  const answer = Promise.withResolvers<string | null>();
  const asked: string[] = [];
  const look = createFolderLook(clock, (path) => {
    asked.push(path);
    return path === '/hangs' ? answer.promise : Promise.resolve('other');
  });
  const [first, second] = [look('/hangs'), look('/hangs')];
  await clock.advance(5_000);
  expect([await first, await second, await look('/hangs')]).toEqual([null, null, null]);
  expect(await look('/answers')).toBe('other');
  expect(asked).toEqual(['/hangs', '/answers']);
  answer.resolve('back');
  await answer.promise;
  expect(await look('/hangs')).toBe('back');
  expect(clock.sleepers()).toBe(0);
});

test('a folder is told from another at its path, and from a file', async () => {
  const base = await makeTempFolder();
  const folder = join(base, 'stick');
  await mkdir(folder);
  const before = await lookAtFolder(folder);
  expect(await lookAtFolder(folder)).toBe(before);
  await rename(folder, `${folder}, pulled`);
  expect(await lookAtFolder(folder)).toBeNull();
  await mkdir(folder);
  expect([null, before]).not.toContain(await lookAtFolder(folder));
  await writeFile(join(base, 'file'), 'x');
  expect(await lookAtFolder(join(base, 'file'))).toBeNull();
  await rm(base, { recursive: true });
});
