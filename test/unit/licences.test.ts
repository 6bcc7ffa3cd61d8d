import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatherLicences } from '../../scripts/package/licences.ts';
import { projectRoot } from '../helpers/harness/service-process.ts';

test('installers carry the licences of Steno, of the engine and of what the window is made of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steno-test-'));
  gatherLicences(projectRoot, folder);
  const files = await readdir(folder);
  // React needs the scheduler, which no one imports.
  const some = [
    'steno.txt',
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
