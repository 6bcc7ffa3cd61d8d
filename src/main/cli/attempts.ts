import { toAppError } from '../errors.ts';

export type Attempts = ReturnType<typeof createAttempts>;

/** What a command does with several things, of which one that fails does not stop the others. */
export function createAttempts(
  /** Takes a line about each failure. */
  tell: (line: string) => void,
  /** Once aborted, nothing more is attempted, and what breaks off is no failure. */
  signal?: AbortSignal,
) {
  let failures = 0;
  const fail = (what: string, reason: unknown): void => {
    failures++;
    tell(`${what}: ${sentenceFor(reason)}`);
  };
  return {
    fail,
    /** What the work brings, or null where it failed. */
    async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | null> {
      if (signal?.aborted) return null;
      try {
        return await work();
      } catch (error) {
        if (!signal?.aborted) fail(what, error);
        return null;
      }
    },
    failures: () => failures,
  };
}

function sentenceFor(thrown: unknown): string {
  const { code, message } = toAppError(thrown);
  if (code !== 'internal') return message;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
