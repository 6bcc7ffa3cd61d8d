/** What a command is asked to hear: a link, a file, all recordings of a folder, or what comes through a pipe. */
import { constants, createWriteStream, openSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { recordingsIn } from './choose-recordings.ts';

/** A file whose name looks like a link is still reached by `./` before it. */
export function isLink(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** What a file or pipe is called in the library. */
export function nameOf(source: string): string {
  if (isStdin(source)) return 'stdin';
  return /^\/dev\/fd\/\d+$/.test(source) ? 'pipe' : basename(source);
}

/**
 * The recordings on this machine that a source stands for: those of a folder, else the one that it names.
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
 * Gives `work` the file that a source on this machine names. What comes through a pipe is written to a file first,
 * which is the user's alone and removed afterwards.
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
  const folder = await mkdtemp(join(tmpdir(), 'steno-pipe-'));
  try {
    const path = join(folder, 'recording');
    await spool(source, path, signal);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function requireFile(path: string): Promise<void> {
  const facts = await factsOf(path);
  if (!facts.isFile()) throw new AppError('not_found', { message: 'This is not a file.' });
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
    await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Not as a file: nothing could interrupt the wait for somebody who writes to it. */
function openPipe(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

function isStdin(source: string): boolean {
  return source === '-' || source === '/dev/stdin';
}

/** Also `<(…)` of a shell, which is a name for one. */
async function isPipe(source: string): Promise<boolean> {
  return isStdin(source) || (await factsOf(source)).isFIFO();
}

function factsOf(path: string) {
  return stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', { message: 'There is no such file.', cause });
  });
}
