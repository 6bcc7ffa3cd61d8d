import { routes } from '../../../shared/routes/routes.ts';
import type { MadeFile } from '../../services/exports/media-export.service.ts';
import { streamBody } from '../answer-stream.ts';
import { fileHeaders, sendTagged, sendUnderTag } from '../etag-response.ts';
import type { HttpDependencies } from '../http-services.ts';
import { sendRecording } from '../send-recording.ts';
import type { Serve } from '../serve-route.ts';

/** Transcripts as files, one or several at once; subtitles also by a link that has its own token. */
export function exportRoutes(
  serve: Serve,
  { subtitles, exports, archive, logger }: HttpDependencies,
): void {
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
  serve(routes.exportTranscriptions, async ({ body, principal }, c) => {
    const pieces = await archive.open(body, principal, c.req.raw.signal);
    return c.body(
      streamBody(c, pieces, logger),
      200,
      fileHeaders('application/zip', 'Transcripts.zip'),
    );
  });
}

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
