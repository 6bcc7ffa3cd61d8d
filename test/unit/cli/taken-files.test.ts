import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTakenFiles, type TakenFile } from '../../../src/main/cli/watch/taken-files.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';

test('recordings that end at the same moment are all remembered', async () => {
  const folder = await makeTempFolder();
  const files = Array.from({ length: 20 }, (_, index): TakenFile => {
    const stem = `talk ${index}`;
    const facts = { bytes: index + 1, modified_at: 1000, sha256: `${index}` };
    return { path: join(folder, `${stem}.mp3`), ...facts, folder, stem, formats: ['txt'] };
  });
  const taken = await openTakenFiles(folder, { again: false });
  for (const file of files) taken.begin(file);
  await Promise.all(files.map((file) => taken.end(file, { kept: true })));
  const again = await openTakenFiles(folder, { again: false });
  for (const file of files) {
    expect(await again.find(file.path, file, async () => '')).toEqual(file);
  }
  expect(await readdir(folder)).toEqual(['.steno-watch.json']);
  await rm(folder, { recursive: true });
});
