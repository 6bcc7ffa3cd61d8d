import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { LlmService } from '../../services/models/llm.service.ts';
import type { StructuringService } from '../../services/transcriptions/structuring.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import { requireWindow } from '../access/auth.ts';
import { sendJson } from '../download.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** Making structured text anew, and looking for the language model that may help. */
export function structureRoutes(
  app: Hono<HttpEnv>,
  {
    structuring,
    llm,
    transcriptions,
  }: { structuring: StructuringService; llm: LlmService; transcriptions: TranscriptionService },
): void {
  serve(app, routes.structureAgain, async ({ params }, c) => {
    await structuring.again(params.id);
    return sendJson(c, await transcriptions.write(params.id), 202);
  });
  // It sends requests to any address it is given, so it is not for keys.
  app.use('/v1/llm/*', requireWindow);
  serve(app, routes.listLlmModels, ({ body }) => llm.models(body));
}
