import { routes } from '../../../shared/routes/routes.ts';
import type { MadeFile } from '../../services/exports/media-export.service.ts';
import { fileHeaders } from '../etag-response.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';
import { sendRecording } from './recordings.routes.ts';

/** Clips of recordings, and their video with subtitles. */
export function mediaExportRoutes(serve: Serve, { mediaExports, logger }: HttpDependencies): void {
  serve(routes.getClip, ({ params, query, principal }, c) =>
    mediaExports.clip(params.id, query, {
      principal,
      signal: c.req.raw.signal,
      send: (clip) => sendRecording(c, clip, logger, headersOf(clip)),
    }),
  );
  serve(routes.createMediaExport, ({ params, body, principal }) =>
    mediaExports.start(params.id, body, principal),
  );
  serve(routes.listMediaExports, async ({ params, principal }) => ({
    data: await mediaExports.list(params.id, principal),
  }));
  serve(routes.getMediaExport, ({ params, principal }) =>
    mediaExports.get(params.export_id, principal),
  );
  serve(routes.getMediaExportFile, async ({ params, principal }, c) => {
    const file = await mediaExports.file(params.export_id, principal);
    return sendRecording(c, file, logger, headersOf(file));
  });
  serve(routes.deleteMediaExport, ({ params, principal }) =>
    mediaExports.remove(params.export_id, principal),
  );
}

function headersOf({ type, filename }: MadeFile) {
  return fileHeaders(type, filename);
}
