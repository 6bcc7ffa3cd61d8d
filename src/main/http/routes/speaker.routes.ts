import { routes } from '../../../shared/routes/routes.ts';
import { viewOf } from '../../services/principal.ts';
import { sendJson } from '../etag-response.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Naming speakers, telling voices apart again, and remembered voices. */
export function speakerRoutes(
  serve: Serve,
  { speakers, voices, transcriptions }: HttpDependencies,
): void {
  serve(routes.renameSpeaker, async ({ params, body, principal }, c) => {
    await speakers.rename(params.id, params.speaker, body, principal);
    return sendJson(c, await transcriptions.write(params.id, principal));
  });
  serve(routes.labelSpeakers, async ({ params, body, principal }, c) => {
    await speakers.label(params.id, body.speakers_expected, principal);
    return sendJson(c, await transcriptions.write(params.id, principal));
  });
  serve(routes.listVoices, ({ principal }) => voices.list(viewOf(principal)));
  serve(routes.renameVoice, ({ params, body, principal }) =>
    voices.rename(params.id, body.name, viewOf(principal)),
  );
  serve(routes.forgetVoice, ({ params, principal }) => voices.forget(params.id, viewOf(principal)));
}
