import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPlace } from '../../../scripts/engine/build-place.mjs';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'steno-test-')));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a project is built where it lies', () => {
  for (const name of ['steno', 'My Projects', 'Jörg', 'проекты']) {
    const root = join(folder, name);
    expect(buildPlace(root)).toEqual({ root, builds: join(root, 'native', 'build') });
  }
});

test.runIf(process.platform === 'linux')(
  'one in a folder whose name build tools misread is built elsewhere, through a link',
  async () => {
    const root = join(folder, "Jörg's Projects [1] %20 & $HOME;x");
    await mkdir(root);
    await writeFile(join(root, 'source'), 'whisper');
    const place = buildPlace(root);
    expect(place.builds).toContain(join(folder, 'cache'));
    expect(place.root + place.builds).not.toMatch(/['[\]%&$;]/);
    expect(await readFile(join(place.root, 'source'), 'utf8')).toBe('whisper');
    expect(buildPlace(root)).toEqual(place);
    expect(buildPlace(join(folder, "O'Brien")).builds).not.toBe(place.builds);
  },
);

test.runIf(process.platform === 'linux')(
  'one in a home of such a name is built among the temporary files of its user',
  () => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder, "O'Brien"));
    const { builds } = buildPlace(join(folder, "O'Brien", 'steno'));
    expect(builds).toContain(join(tmpdir(), `steno-${process.getuid?.()}`));
    rmSync(builds, { recursive: true });
  },
);
