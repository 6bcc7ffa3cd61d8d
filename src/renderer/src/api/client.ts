import type { UploadedFile } from '../../../shared/api.ts';
import { createClient } from '../../../shared/client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { QuickTranscription } from './quick-transcription.ts';

/** The service that served this page; the session cookie signs in. */
export const client = createClient({
  baseUrl: '',
  fetch: (...request) => fetch(...request),
  transcription: QuickTranscription,
});

/** Sends a file's bytes, and tells how much of them is on its way, from 0 to 1. */
export function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadedFile> {
  const sender = createClient({ baseUrl: '', fetch: fetchWithProgress(onProgress) });
  return sender.uploadFile(file, file.name, signal);
}
