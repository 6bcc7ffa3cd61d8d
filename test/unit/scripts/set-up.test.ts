import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { pinnedNode } from '../../../scripts/bootstrap/packages.mjs';
import { setUp } from '../../../scripts/bootstrap/set-up.mjs';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steno-test-'));
  vi.stubEnv('PATH', join(root, 'programs'));
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  for (const [path, content] of [
    [join(root, 'package-lock.json'), 'lock'],
    [join(root, 'node_modules', '.steno-lock'), createHash('sha256').update('lock').digest('hex')],
    [pinnedNode(root), ''],
  ] as const) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(root, { recursive: true });
  };
});

const TASK = { needs: ['engine', 'ffmpeg', 'window', 'service'] };

test.runIf(process.platform === 'linux')(
  'all programs that are missing are named at once, with the command that installs them',
  async () => {
    await mkdir(join(root, 'programs'));
    await writeFile(join(root, 'programs', 'apt-get'), '');
    await expect(setUp({ root, ...TASK })).rejects.toThrow(
      'Missing: cmake, compiler, make, ffmpeg.\nType this, or ask whoever administers this computer to, then try again:\n\n  sudo apt-get install cmake g++ make ffmpeg\n',
    );
  },
);

test.runIf(process.platform === 'linux')(
  'a system without apt-get is not told to use it',
  async () => {
    const told = setUp({ root, ...TASK });
    await expect(told).rejects.toThrow('the package manager of this system');
    await expect(told).rejects.not.toThrow('apt-get');
  },
);
