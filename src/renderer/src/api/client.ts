import { createClient } from '../../../shared/client.ts';
import type { UploadedFile } from '../../../shared/sources/uploaded-file.ts';
import { QuickTranscription } from './transcription-schema.ts';

/** The service that served this page; the session cookie signs in. */
export const client = createClient({
  baseUrl: '',
  fetch: (...request) => fetch(...request),
  transcription: QuickTranscription,
});

/** Sends a file's bytes and reports the share that was sent, from 0 to 1. */
export function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadedFile> {
  const sender = createClient({ baseUrl: '', fetch: fetchWithProgress(onProgress) });
  return sender.uploadFile(file, file.name, signal);
}

/** A `fetch` that reports the share that was sent, 0–1, as an XMLHttpRequest alone does; just what the client uses of it. */
function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, String(address));
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.responseType = 'blob';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.response, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request failed.'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });
}
