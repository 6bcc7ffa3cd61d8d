import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import { sendRecording } from '../send-recording.ts';
import type { Serve } from '../serve-route.ts';

/** Playing the recording of a finished transcript. */
export function playbackRoutes(serve: Serve, { playback, logger }: HttpDependencies): void {
  serve(routes.getMedia, async ({ params, principal }, c) =>
    sendRecording(c, await playback.media(params.id, principal), logger),
  );
  serve(routes.getWaveform, async ({ params, principal }, c) =>
    c.body(await playback.waveform(params.id, principal), 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'private, no-cache',
    }),
  );
}
