/** Exporting a transcript as a file. Part of the table in routes.ts. */
import { z } from 'zod';
import { EXPORT_TYPES, ExportMany, ExportQuery } from '../exports/export-options.ts';
import {
  ClipQuery,
  MediaExport,
  MediaExportList,
  MediaExportRequest,
} from '../exports/media-export.ts';
import { HighlightList } from '../highlights/highlight.ts';
import { SubtitleOptions } from '../subtitles/subtitle-options.ts';
import { Transcription } from '../transcription/transcription.ts';
import type { Route } from './route.ts';
import { at, binary, body, bytes, IdParam, json, text, unchanged } from './route-parts.ts';

const SubtitleQuery = SubtitleOptions.extend({
  token: z.string().max(64).describe('Part of the address.'),
});

/** The schemas of the formats that are not text. */
const ExportedTranscription = Transcription.extend({
  highlights: HighlightList.shape.data
    .optional()
    .describe('Those that people have made, where the file is to include them.'),
}).meta({ id: 'ExportedTranscription' });
const NO_TEXT: Record<string, z.ZodType> = {
  json: ExportedTranscription,
  ...{ docx: binary, pdf: binary, qdpx: binary },
};
const exported = Object.fromEntries(
  Object.entries(EXPORT_TYPES).map(([format, type]) => [
    type,
    { schema: NO_TEXT[format] ?? z.string() },
  ]),
);

export const exportRoutes = {
  getVtt: {
    ...at('get', '/v1/transcriptions/{id}/subtitles.vtt', 'public'),
    summary: 'Subtitles as WebVTT',
    description:
      'The address is in `result.subtitles.vtt` and holds a token, so that players can load it without a key.',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'text/vtt'), 304: unchanged },
  },
  getSrt: {
    ...at('get', '/v1/transcriptions/{id}/subtitles.srt', 'public'),
    summary: 'Subtitles as SubRip',
    description:
      'The address is in `result.subtitles.srt` and holds a token, so that players can load it without a key.',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'application/x-subrip'), 304: unchanged },
  },
  exportTranscription: {
    ...at('get', '/v1/transcriptions/{id}/export', 'read'),
    summary: 'A transcription as a file, named after the recording',
    description:
      'As text, Markdown, a Word document, a PDF, a page, the JSON object, a table or subtitles. A failed one with text (`text_until`) is marked as incomplete, in its name and, where people read it, at its head. `409` until there is an end.',
    request: { params: IdParam, query: ExportQuery },
    responses: {
      200: {
        description: 'The file.',
        content: exported,
      },
      304: unchanged,
    },
  },
  exportTranscriptions: {
    ...at('post', '/v1/exports', 'read'),
    summary: 'Several transcriptions as one ZIP',
    description:
      'Each in all of the formats, named after its recording; names that are the same get a number. `409` where one is under way, or failed without text.',
    maxBody: 256 * 1024,
    request: body(ExportMany),
    responses: { 200: bytes('The archive.', 'application/zip') },
  },
} as const satisfies Record<string, Route>;

const ExportParam = z.object({ export_id: z.string().max(64) });
const MEDIA = ['audio/mp4', 'video/mp4', 'video/x-matroska'];

/** Files made of a finished transcript's recording. */
export const mediaExportRoutes = {
  getClip: {
    ...at('get', '/v1/transcriptions/{id}/clip', 'read'),
    summary: 'A part of the recording as a file: MP4 of a video, else M4A',
    description:
      'Cut to the millisecond, at most ten minutes; the answer comes when it is made, and a closed connection ends the work. `409` where the recording is no longer kept.',
    request: { params: IdParam, query: ClipQuery },
    responses: { 200: bytes('The clip.', 'audio/mp4', 'video/mp4') },
  },
  createMediaExport: {
    ...at('post', '/v1/transcriptions/{id}/media-exports', 'write'),
    summary: 'Make a file of the recording in the background: a clip, or video with subtitles',
    description:
      'Ask for it until it is `ready` or `failed`, or follow `media_export` in `/v1/events`. Without `from`, `to` and burned subtitles picture and sound are copied as they are, which is quick.',
    request: { params: IdParam, ...body(MediaExportRequest) },
    responses: { 202: json('As it stands.', MediaExport) },
  },
  listMediaExports: {
    ...at('get', '/v1/transcriptions/{id}/media-exports', 'read'),
    summary: 'List the files that are being made of a recording, or are ready',
    description:
      'They are gone an hour after they are ready, a minute after they were fetched, and when the service stops.',
    request: { params: IdParam },
    responses: { 200: json('Oldest first.', MediaExportList) },
  },
  getMediaExport: {
    ...at('get', '/v1/media-exports/{export_id}', 'read'),
    summary: 'How far a file made of a recording is',
    description: '`404` once it is gone.',
    request: { params: ExportParam },
    responses: { 200: json('As it stands.', MediaExport) },
  },
  getMediaExportFile: {
    ...at('get', '/v1/media-exports/{export_id}/file', 'read'),
    summary: 'Download a file made of a recording; takes `Range`',
    description: '`409` until it is `ready`.',
    request: { params: ExportParam },
    responses: {
      200: bytes('The file.', ...MEDIA),
      206: bytes('A part of it.', ...MEDIA),
      304: unchanged,
    },
  },
  deleteMediaExport: {
    ...at('delete', '/v1/media-exports/{export_id}', 'write'),
    summary: 'Stop making a file of a recording, or remove it',
    description: 'Nothing of it stays.',
    request: { params: ExportParam },
    responses: { 204: { description: 'It is gone.' } },
  },
} as const satisfies Record<string, Route>;
