import { useId } from 'react';
import { CookieBrowser } from '../../../../../shared/settings.ts';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';

/** Lets platforms see the person as their browser does, only if they say so. */
export function BrowserCookies() {
  const chosen = useSettings((state) => state.settings?.cookies_from_browser ?? null);
  const update = useSettings((state) => state.update);
  const id = useId();
  return (
    <Section title="Recordings that need a login">
      <p className="text-sm text-soft">
        Some recordings are only for those who are signed in. With a browser chosen, yt-dlp reads
        its cookies whenever it opens a page for you, and each site gets back its own: it then sees
        you, as it does in that browser. Requests made with API keys never use them.
      </p>
      <div className="text-sm">
        <label htmlFor={id} className="mb-1 block font-medium">
          Cookies from
        </label>
        <select
          id={id}
          value={chosen ?? ''}
          onChange={({ target }) =>
            void update({
              cookies_from_browser: CookieBrowser.nullable().parse(target.value || null),
            })
          }
          className="h-9 w-44 rounded-lg border border-field-line bg-panel px-2"
        >
          <option value="">No browser</option>
          {CookieBrowser.options.map((name) => (
            <option key={name} value={name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </option>
          ))}
        </select>
      </div>
    </Section>
  );
}
