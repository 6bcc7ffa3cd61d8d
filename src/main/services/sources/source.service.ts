import type { ExpandedSource } from '../../../shared/sources/expanded-source.ts';
import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';
import type { Core } from '../../core.ts';
import { checkSource } from '../address-checks.ts';
import type { Principal } from '../principal.ts';

export type SourceService = ReturnType<typeof createSourceService>;

/** Lists the recordings behind links. */
export function createSourceService(
  { config }: Pick<Core, 'config'>,
  {
    list,
  }: {
    list: (
      url: string,
      options: { useCookies: boolean; signal: AbortSignal },
    ) => Promise<ExpandedSource>;
  },
) {
  const { allowPrivate } = config;
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Lists the recordings behind a link. Each listing runs a program, so only one runs at a time. */
    async expand(url: string, principal: Principal, signal: AbortSignal): Promise<ExpandedSource> {
      checkSource(url, { allowPrivate });
      const listed = last.then(() => {
        signal.throwIfAborted();
        // As for recordings: the holder of an API key must not use the user's logins.
        return list(url, { useCookies: principal.kind === 'window', signal });
      });
      last = listed.catch(() => undefined);
      return listed;
    },
  };
}

export type YtDlpService = {
  status(signal: AbortSignal): Promise<YtDlpStatus>;
  update(signal: AbortSignal): Promise<YtDlpStatus>;
  revert(signal: AbortSignal): Promise<YtDlpStatus>;
};
