import type { Hono } from 'hono';
import { routes } from '../../../shared/routes.ts';
import type { SubtitleService } from '../../services/subtitle.service.ts';
import type { TranscriptionService } from '../../services/transcription.service.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

export function transcriptionRoutes(
  app: Hono<HttpEnv>,
  {
    transcriptions,
    subtitles,
  }: { transcriptions: TranscriptionService; subtitles: SubtitleService },
): void {
  serve(app, routes.createTranscription, async ({ body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.create(body, principal, { idempotencyKey });
    const { transcription, replayed } = created;
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (!replayed) return c.json(transcription, 201);
    c.header('Idempotency-Replayed', 'true');
    return c.json(transcription, 200);
  });
  serve(app, routes.listTranscriptions, ({ query }) => transcriptions.list(query));
  serve(app, routes.getTranscription, ({ params }) => transcriptions.get(params.id));
  serve(app, routes.cancelTranscription, ({ params }) => transcriptions.cancel(params.id));
  serve(app, routes.retryTranscription, async ({ params, principal }, c) => {
    const created = await transcriptions.retry(params.id, principal);
    c.header('Location', `/v1/transcriptions/${created.id}`);
    return created;
  });
  serve(app, routes.deleteTranscription, async ({ params }) => {
    await transcriptions.remove(params.id);
    return undefined;
  });
  serve(app, routes.getVtt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'vtt', options);
    return c.body(body, 200, subtitleHeaders('text/vtt', `${id}.vtt`));
  });
  serve(app, routes.getSrt, async ({ params: { id }, query: { token, ...options } }, c) => {
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
