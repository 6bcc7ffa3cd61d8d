import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AppError } from '../errors.ts';

/** A model's bytes as they arrive: gigabytes that never lie in memory. @throws invalid_request */
export function bodyStream({ body }: Request): Readable {
  if (!body) throw new AppError('invalid_request', { message: 'Send the model as the body.' });
  return Readable.fromWeb(body as WebStream<Uint8Array>);
}
