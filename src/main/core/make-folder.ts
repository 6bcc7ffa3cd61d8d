import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isNodeError } from './errors.ts';

/**
 * Makes a folder that a user names, and those above it. Node's own `recursive` tries for ever where the system finds no
 * place for a folder although the one above is there, as in /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = dirname(path);
    if (!isNodeError(error) || error.code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above, mode);
    mkdirSync(path, { mode });
  }
}
