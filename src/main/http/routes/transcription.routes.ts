import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { Principal } from '../../services/principal.ts';
import type { Created } from '../../services/transcriptions/new-transcription.ts';
import { sendJson, sendTagged } from '../etag-response.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

export function transcriptionRoutes(
  serve: Serve,
  { transcriptions, quotes, structuring }: HttpDependencies,
): void {
  const sendCreated = async (c: Context, created: Created, principal: Principal) => {
    const { transcription, how } = created;
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (how === 'created') return c.json(transcription, 201);
    if (how === 'replayed') c.header('Idempotency-Replayed', 'true');
    return sendJson(c, await transcriptions.write(transcription.id, principal));
  };
  serve(routes.createTranscription, async ({ body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.create(body, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.quoteTranscription, ({ body, principal }, c) =>
    quotes.quote(body, principal, c.req.raw.signal),
  );
  serve(routes.listTranscriptions, ({ query, principal }) => transcriptions.list(query, principal));
  serve(routes.getTranscription, async ({ params, query, principal }, c) => {
    const body = await transcriptions.write(params.id, principal, query);
    return sendTagged(c, { body, headers: { 'Content-Type': 'application/json' } });
  });
  serve(routes.updateTranscription, ({ params, body, principal }) =>
    transcriptions.change(params.id, body, principal),
  );
  serve(routes.listTags, ({ principal }) => transcriptions.tags(principal));
  serve(routes.cancelTranscription, ({ params, principal }) =>
    transcriptions.cancel(params.id, principal),
  );
  serve(routes.retryTranscription, async ({ params, principal }, c) => {
    const created = await transcriptions.retry(params.id, principal);
    c.header('Location', `/v1/transcriptions/${created.id}`);
    return created;
  });
  serve(routes.continueTranscription, async ({ params, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.continue(params.id, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.transcribeAgain, async ({ params, body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.again(params.id, body, principal, { idempotencyKey });
    return sendCreated(c, created, principal);
  });
  serve(routes.deleteTranscription, ({ params, principal }) =>
    transcriptions.remove(params.id, principal),
  );
  serve(routes.structureAgain, async ({ params, principal }, c) => {
    await structuring.again(params.id, principal);
    return sendJson(c, await transcriptions.write(params.id, principal), 202);
  });
}
