import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
