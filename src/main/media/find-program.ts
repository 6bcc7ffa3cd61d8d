import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

/** The first of this name on the PATH that may be run, or `null`; `.exe` is added on Windows. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const file = path.join(folder, fileName);
    if (await isExecutable(file)) return file;
  }
  return null;
}

/** Whether there is a file that may be run. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
