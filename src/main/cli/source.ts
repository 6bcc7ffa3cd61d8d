/** What a command is asked to hear: a link, or a file on this machine. */
import { stat } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/** A file whose name looks like a link is still reached by `./` before it. */
export function isLink(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** @throws AppError `not_found` where there is no file */
export async function requireFile(path: string): Promise<void> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', { message: 'There is no such file.', cause });
  });
  if (!facts.isFile()) throw new AppError('not_found', { message: 'This is not a file.' });
}
