import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** What neither CMake, make nor the compiler of ggml's shaders mistakes for something else in a path. */
const PLAIN_PATH = /^[\p{L}\p{N} _.,:+@~\\/-]+$/u;

/**
 * The project and the folder of its builds under paths that every build tool understands. A project in a folder such as
 * `Jörg's Projects` is built in a cache folder, through a link to it.
 * @param {string} root
 * @returns {{ root: string, builds: string }}
 */
export function buildPlace(root) {
  if (PLAIN_PATH.test(root)) return { root, builds: join(root, 'native', 'build') };
  const own = createHash('sha256').update(root).digest('hex').slice(0, 16);
  for (const folder of [envPaths('steno', { suffix: '' }).cache, ownTemporaryFolder()]) {
    if (folder === null || !PLAIN_PATH.test(folder)) continue;
    const builds = join(folder, 'engine-builds', own);
    mkdirSync(builds, { recursive: true });
    return { root: linkTo(root, join(builds, 'project')), builds };
  }
  return { root, builds: join(root, 'native', 'build') };
}

/**
 * @param {string} target
 * @param {string} link
 */
function linkTo(target, link) {
  try {
    if (readlinkSync(link) === target) return link;
  } catch {
    // There is none yet.
  }
  rmSync(link, { force: true });
  // On Windows a junction, which needs no right of its own; elsewhere a link.
  symlinkSync(target, link, 'junction');
  return link;
}

/** A folder for temporary files that nobody else can write to; null if somebody else has made it. */
function ownTemporaryFolder() {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `steno-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn = process.platform === 'win32' || (found.uid === uid && (found.mode & 0o077) === 0);
  return found.isDirectory() && isOwn ? folder : null;
}
