import type { ExpandedSource } from '../../shared/sources.ts';

export type SourceService = ReturnType<typeof createSourceService>;

/** What lies behind links. */
export function createSourceService({
  checkSource,
  list,
}: {
  /** Throws `invalid_url` or `blocked_address`. */
  checkSource: (url: string, options: { allowPrivate: boolean }) => void;
  list: (url: string, signal: AbortSignal) => Promise<ExpandedSource>;
}) {
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Lists the recordings behind a link. Each takes a program of its own, so one is listed at a time. */
    async expand(url: string, signal: AbortSignal): Promise<ExpandedSource> {
      checkSource(url, { allowPrivate: true });
      const listed = last.then(() => {
        signal.throwIfAborted();
        return list(url, signal);
      });
      last = listed.catch(() => undefined);
      return listed;
    },
  };
}
