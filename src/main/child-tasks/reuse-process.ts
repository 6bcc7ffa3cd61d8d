import type { Core } from '../core.ts';
import type { Child, ChildMessage, StartChild } from '../processes/child-process.ts';

/** How long a process waits for another request. */
const IDLE_MS = 10_000;

/**
 * Keeps a process that has answered for the next request, if there is one soon: starting it takes longer than its work
 * on a short recording. One that failed, was aborted or took much memory ends as before, and so do those that answer
 * while another waits already.
 */
export function reuseProcess<Request, Result>(
  start: StartChild<Request, Result>,
  { clock, closing }: Pick<Core, 'clock' | 'closing'>,
): StartChild<Request, Result> {
  let waiting: { lend(): Child<Request, Result> } | null = null;

  const open = () => {
    const child = start();
    let idle = new AbortController();
    let tell: (message: ChildMessage<Result>) => void = () => {};
    let end: (reason: string, cause?: Error) => void = () => {};
    let reusable = false;
    child.onMessage((message) => {
      reusable = message.type === 'done' && message.reusable;
      tell(message);
    });
    child.onEnd((reason, cause) => {
      idle.abort();
      if (waiting === kept) waiting = null;
      end(reason, cause);
    });

    const wait = (): void => {
      waiting = kept;
      idle = new AbortController();
      const leave = () => {
        if (waiting !== kept) return;
        waiting = null;
        child.kill();
      };
      void clock.sleep(IDLE_MS, AbortSignal.any([idle.signal, closing])).then(leave, leave);
    };

    const kept = {
      lend(): Child<Request, Result> {
        idle.abort();
        reusable = false;
        let over = false;
        return {
          post: child.post,
          onMessage: (listener) => {
            tell = listener;
          },
          onEnd: (listener) => {
            end = listener;
          },
          kill() {
            if (over) return;
            over = true;
            if (!reusable || waiting !== null || closing.aborted) return child.kill();
            wait();
            end('it is kept');
          },
        };
      },
    };
    return kept;
  };

  return () => {
    const next = waiting ?? open();
    waiting = null;
    return next.lend();
  };
}
