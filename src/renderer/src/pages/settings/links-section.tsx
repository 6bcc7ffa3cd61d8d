import { CookieBrowser } from '../../../../shared/settings.ts';
import type { YtDlpStatus } from '../../../../shared/sources/yt-dlp.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { Choice } from '../../components/select.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { describeDownload, useYtDlp } from '../../stores/yt-dlp-store.ts';

export function LinksSection() {
  return (
    <>
      <p className="text-soft">
        Steno fetches links to files itself. For web pages and video platforms it uses yt-dlp, which
        is updated often because they keep changing.
      </p>
      <YtDlpProgram />
      <BrowserCookies />
    </>
  );
}

const BROWSERS: readonly (readonly [CookieBrowser | null, string])[] = [
  [null, 'No browser'],
  ...CookieBrowser.options.map(
    (name) => [name, name.charAt(0).toUpperCase() + name.slice(1)] as const,
  ),
];

/** Lets yt-dlp use the cookies of the user's browser, only if the user chooses that. */
function BrowserCookies() {
  const chosen = useSettings((state) => state.settings?.cookies_from_browser ?? null);
  return (
    <Section title="Recordings that require signing in">
      <p className="text-sm text-soft">
        Some recordings are only available to people who are signed in. If you choose a browser,
        yt-dlp uses its cookies when it opens a page for you, so each site treats you as signed in
        there. Requests made with API keys never use them.
      </p>
      <Choice
        label="Cookies from"
        value={chosen}
        onChange={(name) => void useSettings.update({ cookies_from_browser: name })}
        options={BROWSERS}
      />
    </Section>
  );
}

/** The yt-dlp in use and where it is from; updates it, and reverts the update. */
function YtDlpProgram() {
  const { status, doing, news } = useYtDlp();
  useLoad(useYtDlp.load);
  return (
    <Section title="yt-dlp">
      <div className="card min-h-18 px-4 py-3">
        {!status && <Loading />}
        {status && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="min-w-56 flex-1">
              <p className="font-medium">
                {status.version === null ? 'Not installed' : `Version ${status.version}`}
              </p>
              <p className="text-sm text-soft">{whereFrom(status)}</p>
            </div>
            {status.previous_version !== null && (
              <Button disabled={doing !== null} onClick={() => useYtDlp.revert()}>
                {doing === 'revert' ? 'Going back…' : `Go back to ${status.previous_version}`}
              </Button>
            )}
            <Button
              look={status.version === null ? 'primary' : 'plain'}
              disabled={doing !== null || !status.updatable || status.origin === 'chosen'}
              onClick={() => useYtDlp.update()}
            >
              {doing === 'update'
                ? 'Downloading…'
                : status.version === null
                  ? 'Download'
                  : 'Update'}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="text-sm text-soft">
        {news || describeDownload({ status })}
      </p>
      <p className="text-sm text-soft">
        When links to a platform stop working, an update usually helps. A download is used only if
        it is exactly what the makers of yt-dlp published.
      </p>
    </Section>
  );
}

function whereFrom({ origin, updatable }: YtDlpStatus): string {
  switch (origin) {
    case 'managed':
      return 'Downloaded by Steno and kept in its data folder';
    case 'path':
      return updatable
        ? 'The version installed on this computer; Steno can get a newer one for itself'
        : 'The version installed on this computer';
    case 'chosen':
      return 'Set by STENO_YT_DLP when Steno was started; left as it is';
    case null:
      return updatable
        ? 'Steno downloads it when a link first needs it'
        : 'Downloads are switched off; install yt-dlp to read pages and platforms';
  }
}
