/** Something that one user at a time may have; what `take` resolves to gives it to the next. */
export type Mutex = { take(): Promise<() => void> };

/** First come, first served. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const turn = Promise.withResolvers<void>();
      const before = last;
      last = turn.promise;
      await before;
      return turn.resolve;
    },
  };
}
