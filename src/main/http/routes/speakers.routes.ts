import type { Hono } from 'hono';
import { routes } from '../../../shared/routes.ts';
import type { SpeakerService } from '../../services/speaker.service.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

export function speakerRoutes(
  app: Hono<HttpEnv>,
  { speakers }: { speakers: SpeakerService },
): void {
  serve(app, routes.renameSpeaker, ({ params, body }) =>
    speakers.rename(params.id, params.speaker, body.name),
  );
}
