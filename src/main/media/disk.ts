import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../core/errors.ts';

/** Disk space left for the database, the logs and the rest of the system. */
export const FREE_DISK_FLOOR = 200 * 1024 * 1024;

/**
 * Checks that `bytes` more fit beside `file` and leave the floor free.
 *
 * @throws AppError `disk_full`
 */
export async function requireFreeDisk(
  file: string,
  bytes: number,
  floor: number = FREE_DISK_FLOOR,
): Promise<void> {
  const disk = await statfs(path.dirname(file));
  if (disk.bavail * disk.bsize < bytes + floor) throw new AppError('disk_full');
}
