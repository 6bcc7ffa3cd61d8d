/** Shares the lanes fairly between users. Knows nothing about engines or audio. */

type TurnOptions = {
  signal?: AbortSignal | undefined;
  /** Waits until every lane is free and holds them all. */
  alone?: boolean;
};

export type LaneTurns = {
  /** Runs `work` in a lane when it is `user`'s turn. Rejects with the signal's reason while waiting. */
  run<Result>(user: object, work: () => Promise<Result>, options?: TurnOptions): Promise<Result>;
};

type Waiting = { user: object; alone: boolean; start: () => void };

/**
 * A free lane goes to the user with the fewest lanes, then to the one that has waited longest. A second user therefore
 * gets a lane as soon as one window of the first has ended, however many windows the first has left.
 */
export function createLaneTurns({ lanes }: { lanes: () => number }): LaneTurns {
  const waiting: Waiting[] = [];
  const running = new Map<object, number>();
  const lastTurn = new WeakMap<object, number>();
  let turns = 0;
  let busy = 0;
  let closed = false;

  const before = (a: Waiting, b: Waiting): boolean => {
    const [mine, theirs] = [running.get(a.user) ?? 0, running.get(b.user) ?? 0];
    if (mine !== theirs) return mine < theirs;
    return (lastTurn.get(a.user) ?? 0) < (lastTurn.get(b.user) ?? 0);
  };

  const choose = (): Waiting | undefined => {
    const alone = waiting.find((one) => one.alone);
    if (alone) return busy === 0 ? alone : undefined;
    if (closed || busy >= lanes()) return undefined;
    return waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || before(one, best) ? one : best),
      undefined,
    );
  };

  const next = (): void => {
    while (waiting.length > 0 && !closed) {
      const chosen = choose();
      if (!chosen) return;
      waiting.splice(waiting.indexOf(chosen), 1);
      closed = chosen.alone;
      busy++;
      running.set(chosen.user, (running.get(chosen.user) ?? 0) + 1);
      lastTurn.set(chosen.user, ++turns);
      chosen.start();
    }
  };

  const leave = (user: object): void => {
    busy--;
    closed = false;
    const left = (running.get(user) ?? 1) - 1;
    if (left > 0) running.set(user, left);
    else running.delete(user);
    next();
  };

  const turn = (user: object, { signal, alone = false }: TurnOptions): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.reason);
        next();
      };
      const start = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const place: Waiting = { user, alone, start };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(place);
      next();
    });

  return {
    async run(user, work, options = {}) {
      await turn(user, options);
      try {
        return await work();
      } finally {
        leave(user);
      }
    },
  };
}
