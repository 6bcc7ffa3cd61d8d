import { checkSource } from './address-checks.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createLocalYtDlp } from './local-yt-dlp.ts';
import { createUrlGuard } from './media/url-guard.ts';
import { MEDIA_POLICY } from './media/url-policy.ts';
import { listItems } from './media/yt-dlp/list-items.ts';
import { createSourceFetch } from './queue/source-fetch.ts';
import type { SettingsService } from './services/settings.service.ts';
import { createSourceService } from './services/source.service.ts';

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
      cookiesFrom: async () => (await settings.get()).cookies_from_browser,
      clock,
    }),
    sources: createSourceService({
      checkSource: check,
      list: async (url, signal) =>
        listItems({
          page: await guard.check(url),
          program: await ytDlp.find(signal),
          guard,
          cookiesFrom: null,
          workDir,
          clock,
          signal,
        }),
    }),
  };
}
