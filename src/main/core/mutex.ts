/** What gives it to the next: by itself at the end of a block, after `using turn = await mutex.take()`, or called. */
type Turn = (() => void) & Disposable;
/** Something that one user at a time may have. */
export type Mutex = { take(): Promise<Turn> };

/** First come, first served. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const turn = Promise.withResolvers<void>();
      const before = last;
      last = turn.promise;
      await before;
      const end = () => turn.resolve();
      return Object.assign(end, { [Symbol.dispose]: end });
    },
  };
}
