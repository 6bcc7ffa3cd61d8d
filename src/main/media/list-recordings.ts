import type { CookieBrowser } from '../../shared/settings.ts';
import { platformOfUrl } from '../../shared/sources/platforms.ts';
import type { ExpandedSource } from '../../shared/sources/sources.ts';
import type { Core } from '../core.ts';
import { lookAtLink } from './download/look-at-link.ts';
import type { UrlGuard } from './guard/url-guard.ts';
import { listItems } from './yt-dlp/list-items.ts';
import type { YtDlpProgram } from './yt-dlp/run.ts';

/** Lists the recordings behind a link: the file it leads to, or what yt-dlp finds on a page. */
export function createListing(
  { clock, folders }: Pick<Core, 'clock' | 'folders'>,
  {
    guard,
    findYtDlp,
    cookiesFrom,
  }: {
    guard: UrlGuard;
    findYtDlp: (signal: AbortSignal) => Promise<YtDlpProgram>;
    /** The browser whose cookies the person lets platforms see. */
    cookiesFrom: () => Promise<CookieBrowser | null>;
  },
) {
  return async (
    url: string,
    { useCookies, signal }: { useCookies: boolean; signal: AbortSignal },
  ): Promise<ExpandedSource> => {
    // A file is not worth a run of yt-dlp.
    if (platformOfUrl(url) === null) {
      const { isPage, suggestedName } = await lookAtLink({ url, guard, clock, signal });
      if (!isPage) return oneRecording(url, suggestedName);
    }
    return listItems({
      page: await guard.check(url),
      program: await findYtDlp(signal),
      guard,
      cookiesFrom: useCookies ? await cookiesFrom() : null,
      workDir: folders.work,
      clock,
      signal,
    });
  };
}

function oneRecording(url: string, title: string): ExpandedSource {
  const items = [{ url, title, duration_seconds: null }];
  return { title, count: 1, duration_seconds: null, items };
}
