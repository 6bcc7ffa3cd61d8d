import { routes } from '../../../shared/routes/routes.ts';
import type { TranslationService } from '../../services/transcriptions/translation.service.ts';
import type { Serve } from '../serve.ts';

/** Subtitles in other languages. */
export function translationRoutes(
  serve: Serve,
  { translations }: { translations: TranslationService },
): void {
  serve(routes.createTranslation, async ({ params, body, principal }, c) =>
    c.json(await translations.request(params.id, body, principal), 202),
  );
  serve(routes.listTranslations, ({ params, principal }) =>
    translations.list(params.id, principal),
  );
  serve(routes.listTranslatedCues, ({ params, principal }) => translations.cues(params, principal));
  serve(routes.deleteTranslation, async ({ params, principal }) => {
    await translations.remove(params, principal);
    return undefined;
  });
}
