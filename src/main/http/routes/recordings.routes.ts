import type { Context } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Recording } from '../../services/transcriptions/recording.service.ts';
import { streamBody } from '../answer-stream.ts';
import { isNamed } from '../etag-response.ts';
import type { HttpEnv } from '../http-env.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** A finished transcript's recording for playback, and its editing. */
export function recordingRoutes(
  serve: Serve,
  { recordings, edits, cues, logger }: HttpDependencies,
): void {
  serve(routes.getMedia, async ({ params, principal }, c) =>
    sendRecording(c, await recordings.media(params.id, principal), logger),
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
  serve(routes.listCueEdits, ({ params, principal }) => cues.list(params.id, principal));
  serve(routes.editCues, ({ params, body, principal }) => cues.edit(params.id, body, principal));
  serve(routes.removeCueEdits, ({ params, principal }) => cues.removeAll(params.id, principal));
  serve(routes.editTranscript, ({ params, body, principal }) =>
    edits.apply(params.id, body, principal),
  );
  serve(routes.getHistory, ({ params, principal }) => edits.history(params.id, principal));
  serve(routes.undoEdit, ({ params, body, principal }) => edits.undo(params.id, body, principal));
  serve(routes.redoEdit, ({ params, body, principal }) => edits.redo(params.id, body, principal));
  serve(routes.getHeard, ({ params, principal }) => edits.transcribed(params.id, principal));
}

/** Words that people mark and comment on. */
export function highlightRoutes(serve: Serve, { highlights }: HttpDependencies): void {
  serve(routes.listHighlights, ({ params, principal }) => highlights.list(params.id, principal));
  serve(routes.createHighlight, async ({ params, body, principal }, c) =>
    c.json(await highlights.add(params.id, body, principal), 201),
  );
  serve(routes.updateHighlight, ({ params, body, principal }) =>
    highlights.change(params, body, principal),
  );
  serve(routes.deleteHighlight, ({ params, query, principal }) =>
    highlights.remove(params, query.revision, principal),
  );
}

/** Sends the whole file or the requested range: players seek by requesting ranges. @throws range_not_satisfiable */
export async function sendRecording(
  c: Context<HttpEnv>,
  { type, bytes, modifiedAt, read }: Recording,
  logger: Logger,
  headers: Record<string, string> = {},
): Promise<Response> {
  const etag = `"${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
  const tagged = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isNamed(etag, c.req.header('if-none-match'))) return c.body(null, 304, tagged);
  const changed = (c.req.header('if-range') ?? etag) !== etag;
  const range = changed ? null : readRange(c.req.header('range'), bytes);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${bytes}`);
    throw new AppError('range_not_satisfiable');
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const body =
    c.req.method === 'HEAD' || bytes === 0
      ? null
      : streamBody(c, await read({ start, end }), logger);
  return c.newResponse(body, range ? 206 : 200, {
    ...tagged,
    'Accept-Ranges': 'bytes',
    // A recording is an untrusted file: it must never run as a page.
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; sandbox",
    'Content-Type': type,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
    ...headers,
  });
}

/**
 * The part of a file that a `Range` header requests (RFC 9110 §14): `null` means the whole file, also for unsupported
 * headers such as multiple ranges; `'unsatisfiable'` lies outside the file.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  // Parsed here because range-parser refuses `-1000` for a file of 100 bytes, which requests all of it
  // (§14.1.2).
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
