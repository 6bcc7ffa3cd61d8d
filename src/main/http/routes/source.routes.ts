import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import { receiveForm } from '../multipart.ts';
import type { Serve } from '../serve-route.ts';

export function fileRoutes(serve: Serve, { files }: HttpDependencies): void {
  serve(routes.uploadFile, async (_, c) => (await receiveForm(c, files)).file);
}

/** Lists what links lead to, and manages the program that follows them. */
export function linkRoutes(serve: Serve, { sources, ytDlp, closing }: HttpDependencies): void {
  serve(routes.expandSource, ({ body, principal }, c) =>
    sources.expand(body.url, principal, AbortSignal.any([c.req.raw.signal, closing])),
  );
  serve(routes.getYtDlp, () => ytDlp.status(closing));
  serve(routes.updateYtDlp, () => ytDlp.update(closing));
  serve(routes.revertYtDlp, () => ytDlp.revert(closing));
}
