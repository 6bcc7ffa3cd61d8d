import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One hash over the names and contents of files and folders, in a fixed order.
 * @param {string} root
 * @param {readonly string[]} inputs
 */
export function hashFiles(root, inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of filesBelow(root, input)) {
      hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => filesBelow(root, `${path}/${name}`));
}
