import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../core/errors.ts';

/** Whether the user can answer; stdout may be a file. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks on the terminal until `read` understands the answer. The signal comes from `interruptible`, and Ctrl-C aborts
 * it.
 *
 * @throws the signal's reason; AppError `invalid_request` when the input ends
 */
export async function ask<Answer>(
  question: string,
  read: (answer: string) => Answer | null,
  {
    signal,
    input = process.stdin,
    output = process.stderr,
  }: { signal: AbortSignal; input?: Readable; output?: Writable },
): Promise<Answer> {
  using terminal = createInterface({ input, output });
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  const ended = new AbortController();
  terminal.once('close', () => ended.abort());
  try {
    for (;;) {
      const answer = await terminal.question(question, {
        signal: AbortSignal.any([signal, ended.signal]),
      });
      const meant = read(answer);
      if (meant !== null) return meant;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!ended.signal.aborted) throw error;
    throw new AppError('invalid_request', { message: 'Nothing was chosen.', cause: error });
  }
}
