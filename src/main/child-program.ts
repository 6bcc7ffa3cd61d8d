/** The other side of src/main/child-process.ts: what the process itself runs. */
import type { ChildMessage } from './child-process.ts';

export type ChildWork<Request, Result> = (
  request: Request,
  onProgress: (fraction: number) => void,
) => Result | Promise<Result>;

/** Does the work; `say` reports progress and at the end what was found, or why nothing was. */
export async function answerRequest<Request, Result>(
  work: ChildWork<Request, Result>,
  request: Request,
  say: (message: ChildMessage<Result>) => void,
): Promise<void> {
  try {
    const onProgress = (fraction: number) => say({ type: 'progress', fraction });
    say({ type: 'done', result: await work(request, onProgress) });
  } catch (error) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** In a process that `startNodeChild` started. */
export function answerParent<Request, Result>(work: ChildWork<Request, Result>): void {
  const parent = process.ppid;
  process.once('disconnect', () => process.exit(1));
  process.once('message', (request: Request) => {
    void answerRequest(work, request, (message) => {
      // While it is busy it hears no disconnection, but it may see that it has been left.
      if (process.ppid !== parent) process.exit(1);
      process.send?.(message);
    });
  });
}
