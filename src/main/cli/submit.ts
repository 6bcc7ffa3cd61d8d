import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '../../shared/client.ts';
import type { CreateTranscriptionInput, Transcription } from '../../shared/transcription.ts';
import { isLink, requireFile } from './source.ts';

type SubmitOptions = Pick<
  CreateTranscriptionInput,
  'language' | 'structure' | 'model' | 'speaker_recognition'
>;

/** Creates a transcription of a link, or of a file, whose bytes are handed over first. */
export async function submitSource(
  client: Client,
  source: string,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<Transcription> {
  const { language, structure, model, speaker_recognition } = options;
  const url = isLink(source) ? source : await upload(client, source, signal);
  return client.createTranscription({ url, language, structure, model, speaker_recognition });
}

async function upload(client: Client, path: string, signal: AbortSignal): Promise<string> {
  await requireFile(path);
  const file = await client.uploadFile(await openAsBlob(path), basename(path), signal);
  return file.url;
}
