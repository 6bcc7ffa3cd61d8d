import type { StartChild } from '../../../src/main/processes/child-process.ts';
import { answerRequest, type ChildWork } from '../../../src/main/processes/child-program.ts';

/** Stands in for a process of its own where only its answer counts: the work is done here, and nothing is started. */
export function childHere<Request, Result>(
  work: ChildWork<Request, Result>,
): StartChild<Request, Result> {
  return () => {
    const ended = Promise.withResolvers<string>();
    let listen: Parameters<ReturnType<StartChild<Request, Result>>['onMessage']>[0] = () => {};
    return {
      post: (request) => void answerRequest(work, request, (message) => listen(message)),
      onMessage: (listener) => {
        listen = listener;
      },
      onEnd: (listener) => void ended.promise.then(listener),
      kill: () => ended.resolve('SIGKILL'),
    };
  };
}
