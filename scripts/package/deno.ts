/**
 * Deno for the desktop app, in which yt-dlp solves the JavaScript challenges of platforms: the app cannot act as Node,
 * and not everyone has one. Its program comes from npm, as `deno` itself would bring it, for the packaged system alone.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const VERSION = '2.9.5';

/** The packages by platform and architecture, and their checksums as the registry published them. */
const PACKAGES: Record<string, { name: string; integrity: string }> = {
  'linux-x64': {
    name: '@deno/linux-x64-glibc',
    integrity:
      'sha512-TDqcnoLe3jlgqYEQm7H7MK6q0JOth+o8iSZzknRODnVkJfPiNnjVn1M1Zc6vnp+ipkyb6Av1/CUlHgHtlq59Gw==',
  },
  'linux-arm64': {
    name: '@deno/linux-arm64-glibc',
    integrity:
      'sha512-IuYjsz9PGl7CJcNXMuN27KNDB8Q40brK3SG3l+TXMDVW61ZKwcn0fQHBHnXFiiygEwI8by/fKnASEluhZB1atw==',
  },
  'darwin-x64': {
    name: '@deno/darwin-x64',
    integrity:
      'sha512-gbdlxWZuAZFiJiZtTT00Mv/aC7f/31+pyqJGQKlZr5X33WeTo5B0GG+efcX3P1UZceRKHuPEAQ1B/M2oRt8r9Q==',
  },
  'darwin-arm64': {
    name: '@deno/darwin-arm64',
    integrity:
      'sha512-SX98qSdBT1lw9x6NwGwx2xIayl1kRimdRnFohYlJ6nt3mLKzTKHHKQwQs5D2pEY7mbUGGbYe9brM2kfN75pPkg==',
  },
  'win32-x64': {
    name: '@deno/win32-x64',
    integrity:
      'sha512-LkcERsH0olOgevg9L9eootSr1U8ydyfnX1bS3mFqU+lGBeTYtlec5b/QF473WUOGVgPlWECrkxi4As5kEaFOzg==',
  },
  'win32-arm64': {
    name: '@deno/win32-arm64',
    integrity:
      'sha512-tTPrE/4SX7uaC8nJW47iNnibtjzk1y4zoiYjBBHE34vdkbb6LHopqH68BxyT61HZdfqXzOTEYjDVHhtmVZFy+w==',
  },
};

/**
 * Puts the program into `folder`. Returns false if there is none for this system or it cannot be fetched; the app then
 * uses a Node or Deno of the system. @throws when what was fetched is not what was published
 */
export function bringDeno(folder: string): boolean {
  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  if (!wanted) return false;
  const fetched = mkdtempSync(join(tmpdir(), 'steno-deno-'));
  try {
    const archive = fetchArchive(`${wanted.name}@${VERSION}`, fetched);
    if (archive === null) return false;
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== wanted.integrity) {
      throw new Error(`${wanted.name} ${VERSION} is not what was published: its checksum differs.`);
    }
    execFileSync('tar', ['-xzf', archive, '-C', fetched]);
    mkdirSync(folder, { recursive: true });
    const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
    const program = readFileSync(join(fetched, 'package', name));
    writeFileSync(join(folder, name), program, { mode: 0o755 });
    return true;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

/** The package as npm stores it; null if it cannot be fetched. */
function fetchArchive(spec: string, folder: string): string | null {
  try {
    // On Windows npm is a script of its shell.
    execFileSync('npm', ['pack', '--silent', spec], {
      cwd: folder,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    return null;
  }
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  return archive === undefined ? null : join(folder, archive);
}
