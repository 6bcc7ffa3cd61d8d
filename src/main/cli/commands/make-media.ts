import type { WriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../../../shared/client.ts';
import type { MediaExport, MediaExportInput } from '../../../shared/exports/media-export.ts';
import type { Config } from '../../core/config.ts';
import { writeStream } from '../../core/durable-files.ts';
import { AppError } from '../../core/errors.ts';
import { userFile } from '../../core/file-paths.ts';
import { exactly } from '../../core/limited-bytes.ts';
import { placeNew } from '../../core/user-folders.ts';
import { followEvents } from '../follow-events.ts';
import { alreadyThere, printJson, writeNew } from '../terminal/output.ts';
import { untilInterrupted } from '../with-service.ts';

type Writing = {
  /** The file; null for the service's name for it, in the current folder. */
  out: string | null;
  force: boolean;
  quiet: boolean;
  json: boolean;
  /** Whether subtitles are also written, as an SRT file next to it. */
  beside: boolean;
};

/** `steno clip` and `steno video`: requests the file, waits, and writes it. When stopped, it leaves nothing behind. */
export async function makeMediaFile(
  config: Config,
  id: string,
  request: MediaExportInput,
  { out, force, quiet, json, beside }: Writing,
): Promise<void> {
  if (out !== null) await refuseTaken([out, ...(beside ? [subtitlesOf(out)] : [])], force);
  const say = quiet ? () => {} : createSay();
  await untilInterrupted(config, async (client, interrupt) => {
    const made = await client.createMediaExport(id, request);
    try {
      const { file } = await waitUntilReady(client, made, { interrupt, say });
      if (file === null) throw new AppError('internal');
      const path = out ?? userFile('.', file.filename);
      const files = [path, ...(beside ? [subtitlesOf(path)] : [])];
      await refuseTaken(files, force);
      await download(client, { id: made.id, bytes: file.bytes }, path, { force, interrupt });
      if (beside) await writeSubtitles(client, id, { request, path, force });
      if (json) printJson({ files: files.map((one) => resolve(one)) });
      else for (const one of files) process.stdout.write(`${one}\n`);
    } finally {
      await client.deleteMediaExport(made.id).catch(() => {});
    }
  });
}

type Running = { interrupt: AbortSignal; say: (now: MediaExport) => void };

async function waitUntilReady(
  client: Client,
  { id }: MediaExport,
  { interrupt, say }: Running,
): Promise<MediaExport> {
  for await (const event of followEvents(client, interrupt)) {
    if (event.type === 'media_export_deleted' && event.id === id) throw new AppError('canceled');
    const told = event.type === 'media_export' ? event.media_export : null;
    const now = event.type === 'reload' ? await client.getMediaExport(id) : told;
    if (now?.id !== id) continue;
    say(now);
    if (now.error) throw new AppError(now.error.code, { message: now.error.message });
    if (now.status === 'ready') return now;
  }
  interrupt.throwIfAborted();
  throw new AppError('internal');
}

/** Has a temporary name until it is complete. */
async function download(
  client: Client,
  { id, bytes }: { id: string; bytes: number },
  path: string,
  { force, interrupt }: { force: boolean; interrupt: AbortSignal },
): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const { body } = await client.getMediaExportFile(id, interrupt);
    const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    const sent = exactly(content, bytes, unlikeAnnounced);
    const fill = (target: WriteStream) => pipeline(sent, target, { signal: interrupt });
    await writeStream(part, fill, { flags: 'wx', mode: 0o666 });
    await (force ? rename(part, path) : placeNew(part, path));
  } catch (error) {
    await rm(part, { force: true });
    interrupt.throwIfAborted();
    throw error;
  }
}

function unlikeAnnounced(came: 'more' | 'fewer'): AppError {
  const message = `The service sent ${came} bytes than it had announced.`;
  return new AppError('internal', { message });
}

async function writeSubtitles(
  client: Client,
  id: string,
  { request, path, force }: { request: MediaExportInput; path: string; force: boolean },
): Promise<void> {
  const { picture: _, subtitles: __, bilingual, ...options } = request;
  const { file } = await client.exportTranscription(id, {
    ...options,
    ...(bilingual && { bilingual: 'true' }),
    format: 'srt',
  });
  await writeNew(subtitlesOf(path), await file.bytes(), { force });
}

const subtitlesOf = (path: string) => `${path.slice(0, path.length - extname(path).length)}.srt`;

/** @throws invalid_request before anything is made */
async function refuseTaken(paths: readonly string[], force: boolean): Promise<void> {
  if (force) return;
  for (const path of paths) {
    if (await lstat(path).catch(() => null)) throw alreadyThere(path);
  }
}

/** Prints a line on stderr for each tenth that is done. */
function createSay(): Running['say'] {
  let last = -1;
  return ({ status, progress }) => {
    const tenth = Math.floor(progress * 10);
    if (status !== 'running' || tenth === last) return;
    last = tenth;
    process.stderr.write(`Making the file: ${tenth * 10}%\n`);
  };
}
