import { CookieBrowser } from '../../../../../shared/settings.ts';
import { Choice } from '../../../components/choice.tsx';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';

const NONE = 'none';
const BROWSERS: readonly (readonly [CookieBrowser | typeof NONE, string])[] = [
  [NONE, 'No browser'],
  ...CookieBrowser.options.map(
    (name) => [name, name.charAt(0).toUpperCase() + name.slice(1)] as const,
  ),
];

/** Lets platforms see the person as their browser does, only if they say so. */
export function BrowserCookies() {
  const chosen = useSettings((state) => state.settings?.cookies_from_browser ?? null);
  const update = useSettings((state) => state.update);
  return (
    <Section title="Recordings that require signing in">
      <p className="text-sm text-soft">
        Some recordings are only available to people who are signed in. If you choose a browser,
        yt-dlp uses its cookies when it opens a page for you, so each site treats you as signed in
        there. Requests made with API keys never use them.
      </p>
      <Choice
        label="Cookies from"
        value={chosen ?? NONE}
        onChange={(name) => void update({ cookies_from_browser: name === NONE ? null : name })}
        options={BROWSERS}
      />
    </Section>
  );
}
