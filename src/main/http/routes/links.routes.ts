import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { SourceService } from '../../services/sources/source.service.ts';
import type { YtDlpService } from '../../services/sources/yt-dlp.service.ts';
import { requireWindow } from '../access/auth.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** What lies behind links, and the program that follows them, which only the signed-in window changes. */
export function linkRoutes(
  app: Hono<HttpEnv>,
  {
    sources,
    ytDlp,
    closing,
  }: { sources: SourceService; ytDlp: YtDlpService; closing: AbortSignal },
): void {
  serve(app, routes.expandSource, ({ body, principal }, c) =>
    sources.expand(body.url, principal, AbortSignal.any([c.req.raw.signal, closing])),
  );
  app.use('/v1/yt-dlp/*', requireWindow);
  serve(app, routes.getYtDlp, () => ytDlp.status(closing));
  serve(app, routes.updateYtDlp, () => ytDlp.update(closing));
  serve(app, routes.revertYtDlp, () => ytDlp.revert(closing));
}
