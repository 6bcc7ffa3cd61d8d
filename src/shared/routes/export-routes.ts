/** Exporting a transcript as a file. Part of the table in routes.ts. */
import { z } from 'zod';
import { EXPORT_TYPES, ExportMany, ExportQuery } from '../exports/options.ts';
import { SubtitleOptions } from '../subtitles/options.ts';
import { Transcription } from '../transcription/transcription.ts';
import type { Route } from './route.ts';
import { binary, body, bytes, failure, IdParam, text, unchanged } from './route-parts.ts';

const SubtitleQuery = SubtitleOptions.extend({
  token: z.string().max(64).describe('Part of the address.'),
});

/** The schemas of the formats that are not text. */
const NO_TEXT: Record<string, z.ZodType> = { json: Transcription, docx: binary, pdf: binary };
const exported = Object.fromEntries(
  Object.entries(EXPORT_TYPES).map(([format, type]) => [
    type,
    { schema: NO_TEXT[format] ?? z.string() },
  ]),
);

/** Subtitles and exports. */
export const exportRoutes = {
  getVtt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.vtt',
    access: 'public',
    summary: 'Subtitles as WebVTT',
    description:
      'The address is in `result.subtitles.vtt` and holds a token, so that players can load it without a key.',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'text/vtt'), 304: unchanged, default: failure },
  },
  getSrt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.srt',
    access: 'public',
    summary: 'Subtitles as SubRip',
    description:
      'The address is in `result.subtitles.srt` and holds a token, so that players can load it without a key.',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'application/x-subrip'), 304: unchanged, default: failure },
  },
  exportTranscription: {
    method: 'get',
    path: '/v1/transcriptions/{id}/export',
    access: 'read',
    summary: 'A completed transcription as a file, named after the recording',
    description:
      'As text, Markdown, a Word document, a PDF, a page, the JSON object, a table or subtitles. `409` until it is completed.',
    request: { params: IdParam, query: ExportQuery },
    responses: {
      200: {
        description: 'The file.',
        content: exported,
      },
      304: unchanged,
      default: failure,
    },
  },
  exportTranscriptions: {
    method: 'post',
    path: '/v1/exports',
    access: 'read',
    summary: 'Several completed transcriptions as one ZIP',
    description:
      'Each in all of the formats, named after its recording; names that are the same get a number. `409` where one is not completed.',
    maxBody: 256 * 1024,
    request: body(ExportMany),
    responses: { 200: bytes('The archive.', 'application/zip'), default: failure },
  },
} as const satisfies Record<string, Route>;
