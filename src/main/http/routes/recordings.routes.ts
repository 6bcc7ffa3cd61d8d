import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { EditService } from '../../services/transcriptions/edit.service.ts';
import type {
  Recording,
  RecordingService,
} from '../../services/transcriptions/recording.service.ts';
import { readRange } from '../byte-range.ts';
import type { HttpEnv } from '../env.ts';
import type { Serve } from '../serve.ts';

/** A finished transcript's recording, to hear and see it, and its editing. */
export function recordingRoutes(
  serve: Serve,
  { recordings, edits }: { recordings: RecordingService; edits: EditService },
): void {
  serve(routes.getMedia, async ({ params, principal }, c) =>
    sendRecording(c, await recordings.media(params.id, principal)),
  );
  serve(routes.getWaveform, async ({ params, principal }, c) =>
    c.body(await recordings.waveform(params.id, principal), 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'private, no-cache',
    }),
  );
  serve(routes.editSegments, ({ params, body, principal }) =>
    edits.edit(params.id, body, principal),
  );
}

/** The whole file, or the part that was asked for: players jump by asking for parts. */
function sendRecording(
  c: Context<HttpEnv>,
  { type, bytes, modifiedAt, read }: Recording,
): Response {
  const etag = `"${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
  const changed = (c.req.header('if-range') ?? etag) !== etag;
  const range = changed ? null : readRange(c.req.header('range'), bytes);
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    // A recording is somebody else's file: it must never run as a page.
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; sandbox",
  };
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const body =
    c.req.method === 'HEAD' || bytes === 0
      ? null
      : (Readable.toWeb(read({ start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
    },
  });
}
