import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.mjs';
import { runProgram, say } from './step.mjs';

const CONFIG = 'scripts/bootstrap/service.config.ts';
const INPUTS = ['src/main', 'src/shared', CONFIG, 'package.json', 'package-lock.json'];
/** A service that runs loads parts of its own bundle later. */
const KEPT = 2;

/**
 * Where the bundle of these very sources lies, or is to lie.
 * @param {string} root
 */
function bundleFolder(root) {
  return join(root, 'out', `service-${hashFiles(root, INPUTS).slice(0, 16)}`);
}

/**
 * The program to run for the command `steno`: the bundle if it is that of these very sources, else the sources.
 * @param {string} root
 */
export function serviceProgram(root) {
  const bundled = join(bundleFolder(root), 'cli.js');
  return existsSync(bundled) ? bundled : join(root, 'src', 'main', 'cli.ts');
}

/**
 * Bundles the service and the command line if their sources have changed. Returns the bundle's folder.
 * @param {string} root
 * @param {string} node
 */
export async function buildService(root, node) {
  const folder = bundleFolder(root);
  if (existsSync(folder)) return folder;
  say('• Building the service …');
  const made = `${folder}.${process.pid}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', CONFIG, '--outDir', made, '--logLevel', 'warn'];
  await runProgram(node, args, { cwd: root, what: 'Building the service' });
  // Another process may have been faster.
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  removeOlder(join(root, 'out'));
  return folder;
}

/** @param {string} out */
function removeOlder(out) {
  const bundles = readdirSync(out)
    .filter((name) => /^service-[0-9a-f]{16}$/.test(name))
    .map((name) => join(out, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const bundle of bundles.slice(KEPT)) rmSync(bundle, { recursive: true });
}
