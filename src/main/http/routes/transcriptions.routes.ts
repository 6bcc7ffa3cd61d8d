import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { routes } from '../../../shared/routes.ts';
import type { SubtitleService } from '../../services/subtitle.service.ts';
import type { TranscriptionService } from '../../services/transcription.service.ts';
import type { HttpEnv } from '../env.ts';

export function transcriptionRoutes(
  app: OpenAPIHono<HttpEnv>,
  {
    transcriptions,
    subtitles,
  }: { transcriptions: TranscriptionService; subtitles: SubtitleService },
): void {
  app.openapi(createRoute(routes.createTranscription), async (c) => {
    const { 'idempotency-key': idempotencyKey } = c.req.valid('header');
    const { transcription, replayed } = await transcriptions.create(
      c.req.valid('json'),
      c.get('principal'),
      { idempotencyKey },
    );
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (!replayed) return c.json(transcription, 201);
    c.header('Idempotency-Replayed', 'true');
    return c.json(transcription, 200);
  });
  app.openapi(createRoute(routes.listTranscriptions), async (c) =>
    c.json(await transcriptions.list(c.req.valid('query')), 200),
  );
  app.openapi(createRoute(routes.getTranscription), async (c) =>
    c.json(await transcriptions.get(c.req.valid('param').id), 200),
  );
  app.openapi(createRoute(routes.cancelTranscription), async (c) =>
    c.json(await transcriptions.cancel(c.req.valid('param').id), 200),
  );
  app.openapi(createRoute(routes.retryTranscription), async (c) => {
    const created = await transcriptions.retry(c.req.valid('param').id, c.get('principal'));
    c.header('Location', `/v1/transcriptions/${created.id}`);
    return c.json(created, 201);
  });
  app.openapi(createRoute(routes.deleteTranscription), async (c) => {
    await transcriptions.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });
  app.openapi(createRoute(routes.getVtt), async (c) => {
    const { id } = c.req.valid('param');
    const { token, ...options } = c.req.valid('query');
    const body = await subtitles.render(id, token, 'vtt', options);
    return c.body(body, 200, subtitleHeaders('text/vtt', `${id}.vtt`));
  });
  app.openapi(createRoute(routes.getSrt), async (c) => {
    const { id } = c.req.valid('param');
    const { token, ...options } = c.req.valid('query');
    const body = await subtitles.render(id, token, 'srt', options);
    return c.body(body, 200, subtitleHeaders('application/x-subrip', `${id}.srt`));
  });
}

/** What people said must never run as a page, wherever the address is opened. */
function subtitleHeaders(type: string, filename: string): Record<string, string> {
  return {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-cache',
  };
}
