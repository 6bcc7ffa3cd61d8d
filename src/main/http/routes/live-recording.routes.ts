import { routes } from '../../../shared/routes/routes.ts';
import { MAX_PIECE_BYTES } from '../../../shared/sound-pieces.ts';
import { pageAddresses } from '../access/network-addresses.ts';
import type { HttpDependencies } from '../http-services.ts';
import { streamCaptions, streamRecording } from '../live-events.ts';
import { readBody } from '../request-body.ts';
import type { Serve } from '../serve-route.ts';

export function liveRecordingRoutes(
  serve: Serve,
  { liveRecordings, captionLinks, config, port, ...stream }: HttpDependencies,
): void {
  const { clock } = stream;
  serve(routes.openRecording, async ({ body, headers, principal }, c) => {
    const key = headers['idempotency-key'] ?? null;
    const { recording, isNew } = await liveRecordings.open(body, principal, key);
    return isNew
      ? c.json(recording, 201)
      : c.json(recording, 200, { 'Idempotency-Replayed': 'true' });
  });
  serve(routes.listRecordings, ({ principal }) => liveRecordings.list(principal));
  serve(routes.getRecording, ({ params, principal }) => liveRecordings.get(params.id, principal));
  serve(routes.putPiece, async ({ params, query, principal }, c) => {
    const samples = new Uint8Array(await readBody(c, { most: MAX_PIECE_BYTES, clock }));
    return liveRecordings.put(params, samples, { ...query, principal });
  });
  serve(routes.pauseRecording, ({ params, principal }) =>
    liveRecordings.pause(params.id, principal),
  );
  serve(routes.resumeRecording, ({ params, principal }) =>
    liveRecordings.resume(params.id, principal),
  );
  serve(routes.markMoment, ({ params, body, principal }) =>
    liveRecordings.mark(params.id, body, principal),
  );
  serve(routes.finishRecording, ({ params, principal }) =>
    liveRecordings.finish(params.id, principal),
  );
  serve(routes.getLiveText, ({ params, query, principal }) =>
    liveRecordings.text(params.id, query.from, principal),
  );
  serve(routes.recordingEvents, ({ params: { id }, headers, principal }, c) => {
    const read = () => ({
      recording: liveRecordings.get(id, principal),
      text: liveRecordings.text(id, 0, principal),
    });
    return streamRecording(c, { ...stream, principal, read }, headers['last-event-id']);
  });
  serve(routes.shareCaptions, ({ params: { id }, principal }, c) => {
    const { code, expiresAt } = captionLinks.share(id, principal, c.get('untilRevoked')());
    const { urls, isOnNetwork } = pageAddresses({ ...config, port: port() });
    return {
      urls: urls.map((url) => `${url}/captions/${code}`),
      on_network: isOnNetwork,
      expires_at: new Date(expiresAt).toISOString(),
    };
  });
  serve(routes.unshareCaptions, async ({ params, principal }) =>
    captionLinks.unshare(params.id, principal),
  );
  serve(routes.captionEvents, ({ params }, c) =>
    streamCaptions(c, stream, captionLinks.enter(params.code)),
  );
  serve(routes.discardRecording, ({ params, principal }) =>
    liveRecordings.discard(params.id, principal),
  );
}
