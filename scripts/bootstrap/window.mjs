import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.mjs';
import { runProgram, say } from './step.mjs';

const INPUTS = ['src/renderer', 'src/shared', 'package-lock.json'];

/**
 * Builds the window's files if their sources have changed.
 * @param {string} root
 * @param {string} node
 */
export async function buildWindow(root, node) {
  const out = join(root, 'out');
  const stamp = join(out, '.window-stamp');
  const hash = hashFiles(root, INPUTS);
  const built = existsSync(join(out, 'renderer', 'index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('• Building the window …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', 'src/renderer', '--logLevel', 'warn'];
  // Also for tests: they run the same build as users.
  const env = { NODE_ENV: 'production' };
  await runProgram(node, args, { cwd: root, env, what: 'Building the window' });
  mkdirSync(out, { recursive: true });
  writeFileSync(stamp, hash);
}
