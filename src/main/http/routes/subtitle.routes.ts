import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Subtitles that are edited by hand. */
export function cueRoutes(serve: Serve, { cues }: HttpDependencies): void {
  serve(routes.listCueEdits, ({ params, principal }) => cues.list(params.id, principal));
  serve(routes.editCues, ({ params, body, principal }) => cues.edit(params.id, body, principal));
  serve(routes.removeCueEdits, ({ params, principal }) => cues.removeAll(params.id, principal));
}

/** Subtitles in other languages. */
export function translationRoutes(serve: Serve, { translations }: HttpDependencies): void {
  serve(routes.createTranslation, async ({ params, body, principal }, c) =>
    c.json(await translations.request(params.id, body, principal), 202),
  );
  serve(routes.listTranslations, ({ params, principal }) =>
    translations.list(params.id, principal),
  );
  serve(routes.listTranslatedCues, ({ params, principal }) => translations.cues(params, principal));
  serve(routes.cancelTranslation, ({ params, principal }) =>
    translations.cancel(params, principal),
  );
  serve(routes.deleteTranslation, ({ params, principal }) =>
    translations.remove(params, principal),
  );
}
