/** Turns at something that one user at a time may have; what `take` resolves to ends the turn. */
export type Turns = { take(): Promise<() => void> };

/** First come, first served. */
export function createTurns(): Turns {
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
