/** The source of a command: a link, a file, all recordings of a folder, or a pipe. */
import { constants, openSync } from 'node:fs';
import { access, mkdtempDisposable, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { otherLink, toLink } from '../../shared/sources/link-in-text.ts';
import { writeStream } from '../core/durable-files.ts';
import { AppError, succeeds } from '../core/errors.ts';
import { deniedSentence } from '../core/system-errors.ts';
import { recordingsIn } from './choose-recordings.ts';

/** A file whose name looks like a link can be given with `./` in front. */
export function isLink(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** What was typed as a source: `example.com/talk.mp3` is a link if there is no such file. */
export async function readSource(typed: string): Promise<string> {
  if (isLink(typed) || isStdin(typed)) return typed;
  return (await succeeds(stat(typed))) ? typed : (toLink(typed) ?? typed);
}

/** The name of a file or pipe in the library. */
export function nameOf(source: string): string {
  if (isStdin(source)) return 'stdin';
  return /^\/dev\/fd\/\d+$/.test(source) ? 'pipe' : basename(source);
}

/**
 * The local recordings that a source refers to: those of a folder, else the single file.
 *
 * @throws AppError `not_found`
 */
export async function localRecordings(
  source: string,
  { recursive }: { recursive: boolean },
): Promise<string[]> {
  if (isStdin(source) || !(await factsOf(source)).isDirectory()) return [source];
  const found = await recordingsIn(source, { recursive });
  if (found.length > 0) return found;
  const hint = recursive ? '' : ' Add --recursive to look into its subfolders, too.';
  throw new AppError('not_found', { message: `There are no recordings in this folder.${hint}` });
}

/**
 * Passes `work` the file of a local source. Data from a pipe is first written to a file that only the user can read and
 * that is removed afterwards.
 *
 * @throws AppError `not_found`; the signal's reason
 */
export async function withFile<Result>(
  source: string,
  work: (path: string) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (!(await isPipe(source))) {
    await requireFile(source);
    return work(source);
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-pipe-'));
  const path = join(folder.path, 'recording');
  await spool(source, path, signal);
  return await work(path);
}

async function requireFile(path: string): Promise<void> {
  const facts = await factsOf(path);
  if (!facts.isFile()) throw new AppError('not_found', { message: 'This is not a file.' });
  await requireReadable(path);
}

/** Browsers' blobs, as which files are uploaded, say no more than that they could not be read. */
export async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((cause: unknown) => {
    refuseDenied(cause);
    throw cause;
  });
}

/** @throws invalid_request where this user may not read it */
function refuseDenied(cause: unknown): void {
  const message = deniedSentence(cause);
  if (message !== null) throw new AppError('invalid_request', { message, cause });
}

async function spool(source: string, path: string, signal: AbortSignal): Promise<void> {
  if (isStdin(source) && process.stdin.isTTY) {
    const message = 'Nothing comes from another program. Name a file, or use a pipe.';
    throw new AppError('not_found', { message });
  }
  if (isStdin(source) && process.stdin.readableEnded) {
    throw new AppError('not_found', { message: 'What comes from the pipe was read already.' });
  }
  const input = isStdin(source) ? process.stdin : openPipe(source);
  try {
    await writeStream(path, (target) => pipeline(input, target, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Opened as a socket, because waiting for a writer on a file cannot be interrupted. */
function openPipe(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

function isStdin(source: string): boolean {
  return source === '-' || source === '/dev/stdin';
}

/** Includes a shell's `<(…)`, which is the name of a pipe. */
async function isPipe(source: string): Promise<boolean> {
  return isStdin(source) || (await factsOf(source)).isFIFO();
}

function factsOf(path: string) {
  return stat(path).catch((cause: unknown) => {
    refuseDenied(cause);
    const link = otherLink(path);
    if (link !== null) throw new AppError('invalid_url', { message: link, cause });
    throw new AppError('not_found', { message: 'There is no such file.', cause });
  });
}
