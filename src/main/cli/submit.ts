import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from '../../shared/client.ts';
import type { Transcription } from '../../shared/transcription.ts';
import { AppError } from '../errors.ts';

/** Creates a transcription of a link, or of a file, whose bytes are handed over first. */
export async function submitSource(
  client: Client,
  source: string,
  options: { language: string | null; structure: boolean; model: string | null },
  signal: AbortSignal,
): Promise<Transcription> {
  const { language, structure, model } = options;
  const url = isLink(source) ? source : await upload(client, source, signal);
  return client.createTranscription({ url, language, structure, model });
}

/** A file whose name looks like a link is still reached by `./` before it. */
export function isLink(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function upload(client: Client, path: string, signal: AbortSignal): Promise<string> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', { message: 'There is no such file.', cause });
  });
  if (!facts.isFile()) throw new AppError('not_found', { message: 'This is not a file.' });
  const file = await client.uploadFile(await openAsBlob(path), basename(path), signal);
  return file.url;
}
