import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMediaName } from '../../shared/sources/media-extensions.ts';

/** The files of a folder that are named like recordings, in the order of their names; hidden ones are left out. */
export async function recordingsIn(
  folder: string,
  { recursive }: { recursive: boolean },
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  const found: string[] = [];
  for (const entry of shown.toSorted(byName)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && recursive) found.push(...(await recordingsIn(path, { recursive })));
    else if (isMediaName(path) && (await leadsToFile(entry, path))) found.push(path);
  }
  return found;
}

/** Links to folders are not followed, since they may lead in circles. */
async function leadsToFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** `2.mp3` comes before `10.mp3`. */
function byName(a: Dirent, b: Dirent): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true });
}
