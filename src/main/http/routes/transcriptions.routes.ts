import { routes } from '../../../shared/routes/routes.ts';
import type { ExportService } from '../../services/exports/export.service.ts';
import type { SubtitleService } from '../../services/exports/subtitle.service.ts';
import type { QuoteService } from '../../services/sources/quote.service.ts';
import type { TranscriptionService } from '../../services/transcriptions/transcription.service.ts';
import { fileHeaders, sendJson, sendTagged, sendUnderTag } from '../download.ts';
import type { StreamDependencies } from '../event-stream.ts';
import { streamTranscription } from '../live-events.ts';
import type { Serve } from '../serve.ts';

/** Transcriptions from creating one to taking its text along. */
export function transcriptionRoutes(
  serve: Serve,
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
  serve(routes.createTranscription, async ({ body, headers, principal }, c) => {
    const idempotencyKey = headers['idempotency-key'];
    const created = await transcriptions.create(body, principal, { idempotencyKey });
    const { transcription, how } = created;
    c.header('Location', `/v1/transcriptions/${transcription.id}`);
    if (how === 'created') return c.json(transcription, 201);
    if (how === 'replayed') c.header('Idempotency-Replayed', 'true');
    return sendJson(c, await transcriptions.write(transcription.id, principal));
  });
  serve(routes.quoteTranscription, ({ body, principal }, c) =>
    quotes.quote(body, principal, c.req.raw.signal),
  );
  serve(routes.listTranscriptions, ({ query, principal }) => transcriptions.list(query, principal));
  serve(routes.getTranscription, async ({ params, query, principal }, c) => {
    const body = await transcriptions.write(params.id, principal, query);
    return sendTagged(c, { body, headers: { 'Content-Type': 'application/json' } });
  });
  serve(routes.renameTranscription, ({ params, body, principal }) =>
    transcriptions.rename(params.id, body, principal),
  );
  serve(routes.cancelTranscription, ({ params, principal }) =>
    transcriptions.cancel(params.id, principal),
  );
  serve(routes.retryTranscription, async ({ params, principal }, c) => {
    const created = await transcriptions.retry(params.id, principal);
    c.header('Location', `/v1/transcriptions/${created.id}`);
    return created;
  });
  serve(routes.deleteTranscription, async ({ params, principal }) => {
    await transcriptions.remove(params.id, principal);
    return undefined;
  });
  serve(routes.transcriptionEvents, ({ params, headers, principal }, c) => {
    const read = () => transcriptions.summary(params.id, principal);
    return streamTranscription(c, { ...stream, principal, read }, headers['last-event-id']);
  });
  serve(routes.getVtt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'vtt', options);
    return sendTagged(c, { body, headers: fileHeaders('text/vtt; charset=utf-8', `${id}.vtt`) });
  });
  serve(routes.getSrt, async ({ params: { id }, query: { token, ...options } }, c) => {
    const body = await subtitles.render(id, token, 'srt', options);
    const headers = fileHeaders('application/x-subrip; charset=utf-8', `${id}.srt`);
    return sendTagged(c, { body, headers });
  });
  serve(routes.exportTranscription, async ({ params: { id }, query, principal }, c) => {
    const { signal } = c.req.raw;
    const { type, filename, ...file } = await exports.render(id, query, principal, signal);
    const headers = fileHeaders(type, filename);
    return 'write' in file
      ? sendUnderTag(c, { ...file, headers })
      : sendTagged(c, { ...file, headers });
  });
}
