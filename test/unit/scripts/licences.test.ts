import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describeThirdParty,
  forbidden,
  gatherLicences,
  thirdParty,
} from '../../../scripts/package/licences.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';

test('installers carry the licences of Steno, of the engine and of what the window is made of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steno-test-'));
  gatherLicences(projectRoot, folder);
  const files = await readdir(folder);
  // React needs the scheduler, which no one imports.
  const some = [
    'steno.txt',
    'THIRD-PARTY.md',
    'whisper.cpp.txt',
    'silero-vad.txt',
    'react-dom.txt',
    'scheduler.txt',
    '@base-ui-react.txt',
  ];
  expect(files).toEqual(expect.arrayContaining(some));
  expect(await readFile(join(folder, 'whisper.cpp.txt'), 'utf8')).toContain('ggml authors');
  await rm(folder, { recursive: true });
});

test('nothing is shipped whose licence forbids it', () => {
  const components = thirdParty(projectRoot);
  expect(forbidden(components)).toEqual([]);
  const some = ['react-dom', 'scheduler', 'better-sqlite3', 'whisper.cpp and ggml', 'electron'];
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
  const of = (name: string, licence: string) => ({
    name,
    licence,
    version: '1.0.0',
    place: 'service',
  });
  const refused = [
    of('library', 'GPL-3.0-or-later'),
    of('secret', 'unknown'),
    of('ffmpeg-static', 'UNLICENSED'),
  ];
  expect(forbidden([of('free', 'MIT'), ...refused])).toEqual(refused);
});

test('THIRD-PARTY.md lists what is shipped now (node scripts/third-party.ts writes it)', async () => {
  const page = await readFile(join(projectRoot, 'THIRD-PARTY.md'), 'utf8');
  expect(page).toBe(describeThirdParty(thirdParty(projectRoot)));
});
