import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { succeeds } from '../core/errors.ts';

/** The first executable of this name on the PATH, or `null`; `.exe` is added on Windows. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  for await (const file of findAllOnPath(name, env)) return file;
  return null;
}

/** All of them, in the order of the PATH. */
export async function* findAllOnPath(name: string, env: NodeJS.ProcessEnv): AsyncGenerator<string> {
  const program = process.platform === 'win32' ? `${name}.exe` : name;
  // Windows calls it `Path`, and only its own object takes either.
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '');
  for (const folder of folders) {
    const file = path.join(folder, program);
    if (await isExecutable(file)) yield file;
  }
}

/** Whether it is a file that can be started here. */
export const isExecutable = (file: string): Promise<boolean> =>
  succeeds(access(file, constants.X_OK));
