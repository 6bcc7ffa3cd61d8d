import type { Child } from '../../../src/main/processes/child-process.ts';

/** A process that never answers and ends only when it is killed. */
export function silentChild<Request, Result>(onKilled: () => void): Child<Request, Result> {
  const ended = Promise.withResolvers<string>();
  return {
    post: () => {},
    onMessage: () => {},
    onEnd: (listener) => void ended.promise.then(listener),
    kill: () => {
      onKilled();
      ended.resolve('SIGKILL');
    },
  };
}
