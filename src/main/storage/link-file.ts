import { copyFile, link } from 'node:fs/promises';
import { isNodeError } from '../core/errors.ts';

/** Hard-links a file; copies it where the file system has no hard links. */
export async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isNodeError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) throw error;
    return copyFile(from, to);
  });
}
