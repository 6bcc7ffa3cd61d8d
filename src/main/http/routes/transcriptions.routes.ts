import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { ExportService } from '../../services/exports/export.service.ts';
import type { SubtitleService } from '../../services/exports/subtitle.service.ts';
import type { QuoteService } from '../../services/sources/quote.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import { fileHeaders, sendJson, sendTagged, sendUnderTag } from '../download.ts';
import type { HttpEnv } from '../env.ts';
import type { StreamDependencies } from '../event-stream.ts';
import { streamTranscription } from '../live-events.ts';
import { serve } from '../serve.ts';

/** Transcriptions from creating one to taking its text along. */
export function transcriptionRoutes(
  app: Hono<HttpEnv>,
  {
    transcriptions,
    subtitles,
    exports,
    quotes,
    ...stream
  }: StreamDependencies & {
    transcriptions: TranscriptionService;
    subtitles: SubtitleService;
    exports: ExportService;
    quotes: QuoteService;
  },
): void {
  serve(app, routes.createTranscription, async ({ body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.create(body, principal, { idempotencyKey });
    const { transcription, replayed, reused } = created;
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (!replayed && !reused) return c.json(transcription, 201);
    if (replayed) c.header('Idempotency-Replayed', 'true');
    return sendJson(c, await transcriptions.write(transcription.id));
  });
  serve(app, routes.quoteTranscription, ({ body, principal }, c) =>
    quotes.quote(body, principal, c.req.raw.signal),
  );
  serve(app, routes.listTranscriptions, ({ query }) => transcriptions.list(query));
  serve(app, routes.getTranscription, async ({ params, query }, c) => {
    const body = await transcriptions.write(params.id, query);
    return sendTagged(c, { body, headers: { 'Content-Type': 'application/json' } });
  });
  serve(app, routes.renameTranscription, ({ params, body }) =>
    transcriptions.rename(params.id, body),
  );
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
  serve(app, routes.transcriptionEvents, ({ params, headers }, c) => {
    const read = () => transcriptions.summary(params.id);
    return streamTranscription(c, { ...stream, read }, headers['last-event-id']);
  });
  serve(app, routes.getVtt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'vtt', options);
    return sendTagged(c, { body, headers: fileHeaders('text/vtt; charset=utf-8', `${id}.vtt`) });
  });
  serve(app, routes.getSrt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'srt', options);
    const headers = fileHeaders('application/x-subrip; charset=utf-8', `${id}.srt`);
    return sendTagged(c, { body, headers });
  });
  serve(app, routes.exportTranscription, async ({ params: { id }, query }, c) => {
    const { type, filename, ...file } = await exports.render(id, query, c.req.raw.signal);
    const headers = fileHeaders(type, filename);
    return 'write' in file
      ? sendUnderTag(c, { ...file, headers })
      : sendTagged(c, { ...file, headers });
  });
}
