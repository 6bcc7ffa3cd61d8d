/** What happens at a failpoint: the process dies, the step throws, or the disk is full. */
import { appendFileSync } from 'node:fs';
import type { Failpoint } from '../../../src/main/core/failpoint.ts';

export type Strike = {
  at: Failpoint;
  /** The how manieth time it is reached, from 1. */
  hit: number;
  action: 'kill' | 'throw' | 'enospc';
};

/** Inside a transaction it is SQLite that finds the disk full. */
const IN_TRANSACTION = /\.(?:storing|ending|changing)$/;

/**
 * Has this process struck once, and tells of every failpoint that is reached until the returned function is called.
 */
export function arm(strike: Strike | null, onReached: (name: Failpoint) => void): () => void {
  let hits = 0;
  globalThis.stenoFailpoint = (name) => {
    onReached(name);
    if (name !== strike?.at) return;
    hits += 1;
    if (hits === strike.hit) act(strike);
  };
  return () => {
    globalThis.stenoFailpoint = undefined;
  };
}

function act({ at, action }: Strike): void {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'throw') throw new Error(`The test strikes at ${at}.`);
  const code = IN_TRANSACTION.test(at) ? 'SQLITE_FULL' : 'ENOSPC';
  throw Object.assign(new Error('database or disk is full'), { code });
}

/** Environment variables by which another process is struck, and writes down what it reached. */
export function strikeEnvironment(strike: Strike | null, log: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${new URL('preload.ts', import.meta.url).href}`,
    STENO_TEST_REACHED: log,
    ...(strike && { STENO_TEST_STRIKE: JSON.stringify(strike) }),
  };
}

/** Called in that process; its own children are told nothing. */
export function armFromEnvironment(env: NodeJS.ProcessEnv): void {
  const { STENO_TEST_REACHED: log, STENO_TEST_STRIKE: strike } = env;
  delete env['NODE_OPTIONS'];
  if (log === undefined) return;
  arm(strike === undefined ? null : (JSON.parse(strike) as Strike), (name) =>
    appendFileSync(log, `${name}\n`),
  );
}
