import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '../../shared/client.ts';
import type { Transcription } from '../../shared/transcription.ts';
import { isLink, requireFile } from './source.ts';

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

async function upload(client: Client, path: string, signal: AbortSignal): Promise<string> {
  await requireFile(path);
  const file = await client.uploadFile(await openAsBlob(path), basename(path), signal);
  return file.url;
}
