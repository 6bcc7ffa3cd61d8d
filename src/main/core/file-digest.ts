import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a whole file as hex, read in chunks: models are gigabytes. @throws when aborted or unreadable */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const content = createReadStream(path, {
    highWaterMark: 1024 * 1024,
    ...(signal ? { signal } : {}),
  });
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
