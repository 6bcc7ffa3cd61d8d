import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { planFiles } from '../../../src/main/cli/terminal/output.ts';
import { openTakenFiles, type TakenFile } from '../../../src/main/cli/watch/taken-files.ts';
import { hostileNames } from '../../helpers/corpus/hostile-names.ts';
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

test('the list is not written through a link that somebody put in its way', async () => {
  const [folder, elsewhere] = [await makeTempFolder(), await makeTempFolder()];
  const others = join(elsewhere, 'others');
  await writeFile(others, 'of somebody else');
  for (const name of ['.steno-watch.json', `.steno-watch.json.${process.pid}`]) {
    await symlink(others, join(folder, name));
  }
  const taken = await openTakenFiles(folder, { again: false });
  const facts = { bytes: 1, modified_at: 1000, sha256: '1' };
  const file = { path: '/talk.mp3', ...facts, folder, stem: 'talk', formats: ['txt' as const] };
  await taken.end(file, { kept: true });
  expect(await readFile(others, 'utf8')).toBe('of somebody else');
  expect(await readFile(join(folder, '.steno-watch.json'), 'utf8')).toContain('talk.mp3');
  for (const one of [folder, elsewhere]) await rm(one, { recursive: true });
});

test('whatever name a list in a shared folder says, the texts lie in the folder for them', async () => {
  for (const name of hostileNames) {
    const { targets } = await planFiles('/texts', name, { formats: ['txt'], force: true });
    expect(targets.map(({ path }) => dirname(path ?? ''))).toEqual([normalize('/texts')]);
  }
});
