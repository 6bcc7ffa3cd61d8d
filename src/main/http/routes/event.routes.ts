import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import { streamAll, streamTranscription } from '../live-events.ts';
import type { Serve } from '../serve-route.ts';

/** Live changes: of one transcription to its end, and of all. */
export function eventRoutes(serve: Serve, { transcriptions, ...stream }: HttpDependencies): void {
  serve(routes.transcriptionEvents, ({ params, headers, principal }, c) => {
    const read = () => transcriptions.summary(params.id, principal);
    return streamTranscription(c, { ...stream, principal, read }, headers['last-event-id']);
  });
  serve(routes.events, ({ headers, principal }, c) =>
    streamAll(c, { ...stream, principal }, headers['last-event-id']),
  );
}
