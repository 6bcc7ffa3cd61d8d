import type { CookieBrowser } from '../../shared/settings.ts';
import type { ExpandedSource } from '../../shared/sources/expanded-source.ts';
import { platformOfUrl } from '../../shared/sources/platforms.ts';
import type { Clock } from '../core/clock.ts';
import type { Core } from '../core.ts';
import { createLinkProbe } from './download/probe-link.ts';
import { readStart } from './download/source-body.ts';
import { openSource } from './download/source-request.ts';
import { createWebPageSniffer, planBody, suggestName } from './download/source-response.ts';
import { createUrlGuard, type UrlGuard } from './guard/url-guard.ts';
import { MEDIA_POLICY } from './guard/url-policy.ts';
import { listItems } from './yt-dlp/list-items.ts';
import type { YtDlpProgram } from './yt-dlp/run-yt-dlp.ts';
import { createLocalYtDlp } from './yt-dlp/yt-dlp-store.ts';

export type Links = ReturnType<typeof createLinks>;

type Following = {
  guard: UrlGuard;
  findYtDlp: (signal: AbortSignal) => Promise<YtDlpProgram>;
  /** The browser whose cookies the user allows yt-dlp to send to platforms. */
  cookiesFrom: () => Promise<CookieBrowser | null>;
};

/** Links to recordings: which may be followed, what they lead to, and the yt-dlp that pages need. */
export function createLinks(core: Core, { cookiesFrom }: Pick<Following, 'cookiesFrom'>) {
  const { config, clock, events, port } = core;
  const { allowPrivate } = config;
  const guard = createUrlGuard({ policy: MEDIA_POLICY, allowPrivate, ownPort: port });
  const ytDlp = createLocalYtDlp(config, {
    ownPort: port,
    clock,
    onDownload: () => {
      void ytDlp.status(core.closing).then((yt_dlp) => events.emit({ type: 'yt_dlp', yt_dlp }));
    },
  });
  const following: Following = { guard, findYtDlp: ytDlp.find, cookiesFrom };
  return {
    ytDlp,
    following,
    list: createListing(core, following),
    probe: createLinkProbe(core, guard),
  };
}

/** Lists the recordings behind a link: the file itself, or what yt-dlp finds on a page. */
function createListing(
  { clock, folders, logger }: Pick<Core, 'clock' | 'folders' | 'logger'>,
  { guard, findYtDlp, cookiesFrom }: Following,
) {
  return async (
    url: string,
    { useCookies, signal }: { useCookies: boolean; signal: AbortSignal },
  ): Promise<ExpandedSource> => {
    // A direct link to a file needs no run of yt-dlp.
    if (platformOfUrl(url) === null) {
      const { isPage, suggestedName } = await probeLink({ url, guard, clock, signal });
      if (!isPage) return oneRecording(url, suggestedName);
    }
    return listItems({
      page: await guard.check(url),
      program: await findYtDlp(signal),
      guard,
      cookiesFrom: useCookies ? await cookiesFrom() : null,
      workDir: folders.work,
      onWarnings: (warnings) => logger.warn({ warnings }, 'yt-dlp warned'),
      clock,
      signal,
    });
  };
}

function oneRecording(url: string, title: string): ExpandedSource {
  const items = [{ url, title, duration_seconds: null }];
  return { title, count: 1, duration_seconds: null, items };
}

/** What a link leads to, judged from its first bytes. */
type LinkProbe = {
  /** A page, feed or manifest, which leads to recordings but is not one. */
  isPage: boolean;
  /** For display; cleaned, never empty. */
  suggestedName: string;
};

/** @throws AppError as fetching the recording does */
async function probeLink(options: {
  url: string;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
}): Promise<LinkProbe> {
  await using source = await openSource(options);
  planBody(source, null);
  const isWebPage = createWebPageSniffer();
  const suggestedName = suggestName(source.header('content-disposition'), source.finalUrl);
  const isPage = await readStart(source, options, async (chunks) => {
    for await (const chunk of chunks) return isWebPage(chunk);
    return false;
  });
  return { isPage, suggestedName };
}
