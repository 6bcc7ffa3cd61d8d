import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { SpeakerModelService } from '../../services/models/speaker-model.service.ts';
import { requireWindow } from '../access/auth.ts';
import type { HttpEnv } from '../env.ts';
import { bodyStream } from '../request-body.ts';
import { serve } from '../serve.ts';

/** The signed-in window's only. */
export function speakerModelRoutes(
  app: Hono<HttpEnv>,
  { speakerModels }: { speakerModels: SpeakerModelService },
): void {
  app.use('/v1/speaker-models/*', requireWindow);
  serve(app, routes.listSpeakerModels, () => speakerModels.list());
  serve(app, routes.deleteSpeakerModel, async ({ params }) => {
    await speakerModels.remove(params.name);
    return undefined;
  });
}

/** Comes before the limit on bodies. */
export function importSpeakerModelRoute(
  app: Hono<HttpEnv>,
  { speakerModels }: { speakerModels: SpeakerModelService },
): void {
  app.use(routes.importSpeakerModel.path, requireWindow);
  serve(app, routes.importSpeakerModel, ({ query }, c) =>
    speakerModels.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}
