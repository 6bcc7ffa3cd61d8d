/** Files that are written from a stream, and what one that breaks off leaves. */
import type { WriteStream } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { writeStream } from '../../../src/main/core/durable-files.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

async function makeFolder(): Promise<string> {
  const folder = await makeTempFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('the whole stream is in the file', async () => {
  const path = join(await makeFolder(), 'whole');
  await writeStream(path, (target) => pipeline(Readable.from(['one ', 'two']), target));
  expect(await readFile(path, 'utf8')).toBe('one two');
});

test('a stream that breaks off at once has closed its file, so that removing it is final', async () => {
  const folder = await makeFolder();
  const targets: WriteStream[] = [];
  const written = writeStream(join(folder, 'part'), (target) => {
    targets.push(target);
    const broken = new Readable({ read: () => broken.destroy(new Error('broken off')) });
    return pipeline(broken, target);
  });
  await expect(written).rejects.toThrow('broken off');
  expect(targets.map(({ closed }) => closed)).toEqual([true]);
  await rm(join(folder, 'part'), { force: true });
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is there is left alone if the new one must be the first', async () => {
  const path = join(await makeFolder(), 'taken');
  await writeFile(path, 'kept');
  const fill = (target: WriteStream) => pipeline(Readable.from(['other']), target);
  await expect(writeStream(path, fill, { flags: 'wx' })).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('kept');
});

test('a file that cannot be opened ends its source too', async () => {
  const source = Readable.from(['content']);
  const path = join(await makeFolder(), 'no such folder', 'file');
  await expect(writeStream(path, (target) => pipeline(source, target))).rejects.toThrow('ENOENT');
  expect(source.destroyed).toBe(true);
});
