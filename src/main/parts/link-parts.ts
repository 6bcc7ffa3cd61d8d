import { platformOfUrl } from '../../shared/sources/platforms.ts';
import type { ExpandedSource } from '../../shared/sources/sources.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { lookAtLink } from '../media/download/look-at-link.ts';
import { createUrlGuard } from '../media/guard/url-guard.ts';
import { MEDIA_POLICY } from '../media/guard/url-policy.ts';
import { listItems } from '../media/yt-dlp/list-items.ts';
import { createSourceFetch } from '../queue/source-fetch.ts';
import type { SettingsService } from '../services/settings.service.ts';
import { createSourceService } from '../services/sources/source.service.ts';
import { checkSource } from './address-checks.ts';
import { createLocalYtDlp } from './local-yt-dlp.ts';

/** Builds what follows links, beside the composition root: one guard, yt-dlp, and who use them. */
export function createLinkParts({
  config,
  settings,
  uploadPath,
  workDir,
  port,
  clock,
}: {
  config: Config;
  settings: SettingsService;
  uploadPath: (url: string) => Promise<string>;
  workDir: string;
  port: () => number;
  clock: Clock;
}) {
  const { allowPrivate } = config;
  const guard = createUrlGuard({ policy: MEDIA_POLICY, allowPrivate, ownPort: port });
  const ytDlp = createLocalYtDlp(config, { ownPort: port, clock });
  const cookiesFrom = async () => (await settings.get()).cookies_from_browser;
  const check = (url: string, asked: { allowPrivate: boolean }) =>
    checkSource(url, { allowPrivate: allowPrivate && asked.allowPrivate });

  return {
    ytDlp,
    guard,
    /** What can be said of an address when it is submitted. */
    checkSource: check,
    sourceFetch: createSourceFetch({
      guard,
      uploadPath,
      findYtDlp: ytDlp.find,
      cookiesFrom,
      clock,
    }),
    sources: createSourceService({
      checkSource: check,
      list: async (url, { useCookies, signal }) => {
        // A file is not worth a run of yt-dlp.
        if (platformOfUrl(url) === null) {
          const { isPage, suggestedName } = await lookAtLink({ url, guard, clock, signal });
          if (!isPage) return oneRecording(url, suggestedName);
        }
        return listItems({
          page: await guard.check(url),
          program: await ytDlp.find(signal),
          guard,
          cookiesFrom: useCookies ? await cookiesFrom() : null,
          workDir,
          clock,
          signal,
        });
      },
    }),
  };
}

function oneRecording(url: string, title: string): ExpandedSource {
  return {
    title,
    count: 1,
    duration_seconds: null,
    items: [{ url, title, duration_seconds: null }],
  };
}
