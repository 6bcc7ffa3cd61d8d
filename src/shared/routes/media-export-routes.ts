/** Clips of a recording, and its video with subtitles. Part of the table in routes.ts. */
import { z } from 'zod';
import {
  ClipQuery,
  MediaExport,
  MediaExportList,
  MediaExportRequest,
} from '../exports/media-export.ts';
import type { Route } from './route.ts';
import { body, bytes, failure, IdParam, json, unchanged } from './route-parts.ts';

const ExportParam = z.object({ export_id: z.string().max(64) });
const MEDIA = ['audio/mp4', 'video/mp4', 'video/x-matroska'];

/** Files made of a finished transcript's recording. */
export const mediaExportRoutes = {
  getClip: {
    method: 'get',
    path: '/v1/transcriptions/{id}/clip',
    access: 'read',
    summary: 'A part of the recording as a file: MP4 of a video, else M4A',
    description:
      'Cut to the millisecond, at most ten minutes; the answer comes when it is made, and a closed connection ends the work. `409` where the recording is no longer kept.',
    request: { params: IdParam, query: ClipQuery },
    responses: { 200: bytes('The clip.', 'audio/mp4', 'video/mp4'), default: failure },
  },
  createMediaExport: {
    method: 'post',
    path: '/v1/transcriptions/{id}/media-exports',
    access: 'read',
    summary: 'Make a file of the recording in the background: a clip, or video with subtitles',
    description:
      'Ask for it until it is `ready` or `failed`, or follow `media_export` in `/v1/events`. Without `from`, `to` and burned subtitles picture and sound are copied as they are, which is quick.',
    request: { params: IdParam, ...body(MediaExportRequest) },
    responses: { 202: json('As it stands.', MediaExport), default: failure },
  },
  listMediaExports: {
    method: 'get',
    path: '/v1/transcriptions/{id}/media-exports',
    access: 'read',
    summary: 'List the files that are being made of a recording, or are ready',
    description:
      'They are gone an hour after they are ready, a minute after they were fetched, and when the service stops.',
    request: { params: IdParam },
    responses: { 200: json('Oldest first.', MediaExportList), default: failure },
  },
  getMediaExport: {
    method: 'get',
    path: '/v1/media-exports/{export_id}',
    access: 'read',
    summary: 'How far a file made of a recording is',
    description: '`404` once it is gone.',
    request: { params: ExportParam },
    responses: { 200: json('As it stands.', MediaExport), default: failure },
  },
  getMediaExportFile: {
    method: 'get',
    path: '/v1/media-exports/{export_id}/file',
    access: 'read',
    summary: 'Download a file made of a recording; takes `Range`',
    description: '`409` until it is `ready`.',
    request: { params: ExportParam },
    responses: {
      200: bytes('The file.', ...MEDIA),
      206: bytes('A part of it.', ...MEDIA),
      304: unchanged,
      default: failure,
    },
  },
  deleteMediaExport: {
    method: 'delete',
    path: '/v1/media-exports/{export_id}',
    access: 'read',
    summary: 'Stop making a file of a recording, or remove it',
    description: 'Nothing of it stays.',
    request: { params: ExportParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
} as const satisfies Record<string, Route>;
