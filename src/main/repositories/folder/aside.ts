/** Where what is in the way is put: nothing is ever replaced. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OwnEntry } from './data-folder.ts';

/** The folder for what is moved aside at one time. */
export const asidePlace = (folder: string, at: number): string =>
  join(folder, 'aside', new Date(at).toISOString().replaceAll(/[-:.]/g, ''));

/** Whether there was anything to move. */
export function moveAside(folder: string, place: string, names: readonly string[]): boolean {
  for (const name of names) {
    mkdirSync(dirname(join(place, name)), { recursive: true, mode: 0o700 });
    renameSync(join(folder, name), join(place, name));
  }
  return names.length > 0;
}

/** The paths of an entry of an own folder, from the data folder. */
export const filesOf =
  (folder: string) =>
  ({ folder: own, name }: OwnEntry): string[] =>
    [name, `${name}.part`]
      .map((file) => join(own, file))
      .filter((path) => existsSync(join(folder, path)));
