import { routes } from '../../../shared/routes/routes.ts';
import type { SourceService } from '../../services/sources/source.service.ts';
import type { YtDlpService } from '../../services/sources/yt-dlp.service.ts';
import type { Serve } from '../serve.ts';

/** What lies behind links, and the program that follows them. */
export function linkRoutes(
  serve: Serve,
  {
    sources,
    ytDlp,
    closing,
  }: { sources: SourceService; ytDlp: YtDlpService; closing: AbortSignal },
): void {
  serve(routes.expandSource, ({ body, principal }, c) =>
    sources.expand(body.url, principal, AbortSignal.any([c.req.raw.signal, closing])),
  );
  serve(routes.getYtDlp, () => ytDlp.status(closing));
  serve(routes.updateYtDlp, () => ytDlp.update(closing));
  serve(routes.revertYtDlp, () => ytDlp.revert(closing));
}
