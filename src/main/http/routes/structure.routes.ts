import { routes } from '../../../shared/routes/routes.ts';
import type { LlmService } from '../../services/models/llm.service.ts';
import type { StructuringService } from '../../services/transcriptions/structuring.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import { sendJson } from '../download.ts';
import type { Serve } from '../serve.ts';

/** Making structured text anew, and looking for the language model that may help. */
export function structureRoutes(
  serve: Serve,
  {
    structuring,
    llm,
    transcriptions,
  }: { structuring: StructuringService; llm: LlmService; transcriptions: TranscriptionService },
): void {
  serve(routes.structureAgain, async ({ params, principal }, c) => {
    await structuring.again(params.id, principal);
    return sendJson(c, await transcriptions.write(params.id, principal), 202);
  });
  serve(routes.listLlmModels, ({ body }) => llm.models(body));
}
