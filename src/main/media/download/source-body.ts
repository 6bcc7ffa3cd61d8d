/** What a source sends: all of it, or its start alone. */
import { addAbortSignal } from 'node:stream';
import type { Clock } from '../../core/clock.ts';
import { within } from '../../core/deadline.ts';
import { AppError } from '../../core/errors.ts';
import type { Source } from './source-request.ts';

/** Distinguishes a broken connection from a failing disk: only the former is the source's fault. */
export async function* bodyOf(source: Source): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source.body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((cause: unknown) => {
      throw new AppError('source_incomplete', { cause });
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Somebody waits for what the start tells. */
const START_MS = 30_000;

/**
 * Reads as much as is wanted of the start, which has to arrive within half a minute.
 *
 * @throws AppError `source_incomplete`, `source_timeout`; what `read` throws; the signal's reason when aborted
 */
export async function readStart<Result>(
  source: Source,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  read: (chunks: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const late = new AppError('source_timeout');
  try {
    return await within({ clock, ms: START_MS, late, signal }, (ended) => {
      addAbortSignal(ended, source.body);
      return read(bodyOf(source));
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
