import { chmodSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { isNodeError } from './errors.ts';

/** FAT and some shares know no rights, and some of them say so. */
const KNOWS_NO_RIGHTS: ReadonlySet<string> = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM']);

/** Lets only its owner read a file, where the file system keeps rights at all. */
export async function makePrivate(path: string): Promise<void> {
  await chmod(path, 0o600).catch(unlessNoRights);
}

export function makePrivateSync(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    unlessNoRights(error);
  }
}

function unlessNoRights(error: unknown): void {
  if (!isNodeError(error) || !KNOWS_NO_RIGHTS.has(error.code ?? '')) throw error;
}
