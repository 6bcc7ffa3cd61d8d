import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, runProgram, say } from './step.mjs';

/**
 * Installs the packages of the lockfile, unless this same lockfile was installed before.
 * @param {string} root
 */
export async function installPackages(root) {
  const stamp = join(root, 'node_modules', '.steno-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(pinnedNode(root))) {
    return;
  }
  say('• Installing packages (npm ci) …');
  const npm = findProgram('npm');
  if (!npm) throw new Error('npm was not found. Install Node.js 20 or later with npm.');
  // The packages require the project's own Node, so warnings about the system's do not apply.
  await runProgram(npm, ['ci', '--loglevel=error'], { cwd: root, what: 'npm ci' });
  writeFileSync(stamp, lock);
}

/**
 * The Node the project runs on, whatever the system has: the package `node`.
 * @param {string} root
 */
export function pinnedNode(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(root, 'node_modules', 'node', 'bin', file);
}
