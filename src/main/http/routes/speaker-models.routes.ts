import { routes } from '../../../shared/routes/routes.ts';
import type { SpeakerModelService } from '../../services/models/speaker-model.service.ts';
import { bodyStream } from '../request-body.ts';
import type { Serve } from '../serve.ts';

/** The signed-in window's only. */
export function speakerModelRoutes(
  serve: Serve,
  { speakerModels }: { speakerModels: SpeakerModelService },
): void {
  serve(routes.listSpeakerModels, () => speakerModels.list());
  serve(routes.deleteSpeakerModel, async ({ params }) => {
    await speakerModels.remove(params.name);
    return undefined;
  });
  serve(routes.importSpeakerModel, ({ query }, c) =>
    speakerModels.add(bodyStream(c.req.raw), query, c.req.raw.signal),
  );
}
