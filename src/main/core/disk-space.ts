/** What is free on the disk, and what files take of it. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from './errors.ts';

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
  const disk = await statfs(dirname(file));
  if (disk.bavail * disk.bsize < bytes + floor) throw new AppError('disk_full');
}

/** Empty if the folder does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

/** Each file once, however many names it has. What is deleted while it is counted takes no room. */
export async function totalBytes(paths: readonly string[]): Promise<number> {
  const facts = await Promise.all(
    paths.map((path) => stat(path, { bigint: true }).catch(() => null)),
  );
  const files = new Map<string, number>();
  for (const [index, file] of facts.entries()) {
    if (!file) continue;
    const name = file.nlink > 1n ? `${file.dev}:${file.ino}` : `only ${index}`;
    files.set(name, Number(file.size));
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0);
}
