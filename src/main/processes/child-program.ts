/** The counterpart of src/main/processes/child-process.ts: what the process itself runs. */

import { type Clock, systemClock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { toAppError } from '../core/system-errors.ts';
import type { ChildMessage } from './child-process.ts';

/** V8 options that limit its heap, for Node and Electron: several times what the longest recording needs. */
export const HEAP_LIMIT: readonly string[] = ['--max-old-space-size=2048'];
/** For the whole process, including memory that native libraries allocate outside the heap. */
const MOST_BYTES = 3 * 2 ** 30;
/** With more memory than this a process is not asked again. */
const MOST_KEPT_BYTES = 400 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

export type ChildWork<Request, Result> = (
  request: Request,
  onProgress: (fraction: number) => void,
) => Result | Promise<Result>;

/**
 * Runs the work; `say` reports progress and finally the result or the error. Work that takes too much memory is
 * aborted: checked every second, and at each progress report for work that blocks the event loop.
 */
export async function answerRequest<Request, Result>(
  work: ChildWork<Request, Result>,
  request: Request,
  say: (message: ChildMessage<Result>) => void,
  { mostBytes = MOST_BYTES, clock = systemClock }: { mostBytes?: number; clock?: Clock } = {},
): Promise<void> {
  const requireRoom = () => {
    if (process.memoryUsage.rss() <= mostBytes) return;
    const message = `This took more than ${mostBytes / 2 ** 20} MB of memory and was given up.`;
    throw new AppError('out_of_memory', { message });
  };
  const onProgress = (fraction: number) => {
    requireRoom();
    say({ type: 'progress', fraction });
  };
  const over = new AbortController();
  const outgrown = watchMemory(requireRoom, clock, over.signal);
  outgrown.catch(() => {});
  try {
    const result = await Promise.race([work(request, onProgress), outgrown]);
    say({ type: 'done', result, reusable: process.memoryUsage.rss() <= MOST_KEPT_BYTES });
  } catch (error) {
    const { code, message } = toAppError(error);
    if (code !== 'internal') say({ type: 'failed', code, message });
    else say({ type: 'failed', code: null, message: messageOf(error) });
  } finally {
    over.abort();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Never resolves. */
async function watchMemory(
  requireRoom: () => void,
  clock: Clock,
  over: AbortSignal,
): Promise<never> {
  for (;;) {
    await clock.sleep(LOOK_EVERY_MS, over);
    requireRoom();
  }
}

/** In a process that `startNodeChild` started. */
export function answerParent<Request, Result>(work: ChildWork<Request, Result>): void {
  const parent = process.ppid;
  process.once('disconnect', () => process.exit(1));
  process.on('message', (request: Request) => {
    void answerRequest(work, request, (message) => {
      // While it is busy it receives no disconnect event, but it can see that its parent has
      // changed.
      if (process.ppid !== parent) process.exit(1);
      process.send?.(message);
    });
  });
}
