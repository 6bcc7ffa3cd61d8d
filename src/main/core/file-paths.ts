/** The only two ways in which a name becomes part of a path; `npm run check` finds others. */
import { join } from 'node:path';
import { isPlainName, safeFileName } from '../../shared/file-name.ts';
import { AppError } from './errors.ts';

/**
 * A file or folder of ours, called by what we made ourselves: an id, a digest, the name of a model that was checked.
 *
 * @throws internal for any other name: it was not made by us
 */
export function ownFile(folder: string, name: string): string {
  if (isPlainName(name)) return join(folder, name);
  const cause = new Error(`${JSON.stringify(name).slice(0, 100)} is no name that Steno gives.`);
  throw new AppError('internal', { cause });
}

/**
 * A file for people, such as an export, called by a name that somebody chose: by the name itself where it is valid on
 * every system, else by one that is close to it. It always lies directly in the folder.
 */
export function userFile(folder: string, name: string): string {
  return join(folder, safeFileName(name));
}
