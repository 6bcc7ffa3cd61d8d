import { BrowserCookies } from './browser-cookies.tsx';
import { YtDlpProgram } from './yt-dlp-program.tsx';

export function LinksSection() {
  return (
    <>
      <p className="text-soft">
        Links to files are fetched by Steno itself. Pages and video platforms are read by yt-dlp, a
        program that is renewed often because they keep changing.
      </p>
      <YtDlpProgram />
      <BrowserCookies />
    </>
  );
}
