import { BrowserCookies } from './browser-cookies.tsx';
import { YtDlpProgram } from './yt-dlp-program.tsx';

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
