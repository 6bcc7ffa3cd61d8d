import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { routes } from '../../../shared/routes.ts';
import type { SpeakerService } from '../../services/speaker.service.ts';
import type { HttpEnv } from '../env.ts';

export function speakerRoutes(
  app: OpenAPIHono<HttpEnv>,
  { speakers }: { speakers: SpeakerService },
): void {
  app.openapi(createRoute(routes.renameSpeaker), async (c) => {
    const { id, speaker } = c.req.valid('param');
    return c.json(await speakers.rename(id, speaker, c.req.valid('json').name), 200);
  });
}
