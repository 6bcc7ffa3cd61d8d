/** Hearing a finished transcript's recording, and correcting its text. */
import { EditedSegments, EditSegments } from '../transcription/editing.ts';
import type { Route } from './route.ts';
import { body, bytes, failure, IdParam, json, unchanged } from './route-parts.ts';

/** A finished transcript beside its recording. */
export const recordingRoutes = {
  editSegments: {
    method: 'patch',
    path: '/v1/transcriptions/{id}/segments',
    access: 'write',
    summary: 'Change texts and speakers of a completed transcription',
    description:
      'All of them or none. `revision` is that of the transcription you edited: when it has changed since, the answer is `409` `edited_elsewhere`.',
    // Room for every segment of a long transcript, as when a name is replaced everywhere.
    maxBody: 4 * 1024 * 1024,
    request: { params: IdParam, ...body(EditSegments) },
    responses: { 200: json('All changes are stored.', EditedSegments), default: failure },
  },
  getMedia: {
    method: 'get',
    path: '/v1/transcriptions/{id}/media',
    access: 'read',
    summary: 'Get the recording to play it; takes `Range`',
    description:
      'The recording itself, or a copy that browsers play. Answers `Range` with the part that was asked for, and `If-None-Match` with `304`.',
    request: { params: IdParam },
    responses: {
      200: bytes('The recording.', 'audio/*', 'video/*'),
      206: bytes('A part of it.', 'audio/*', 'video/*'),
      304: unchanged,
      default: failure,
    },
  },
  getWaveform: {
    method: 'get',
    path: '/v1/transcriptions/{id}/waveform',
    access: 'read',
    summary: 'Get how loud the recording is: a byte, 0 to 255, for each eighth of a second',
    description: 'For drawing the recording without loading it.',
    request: { params: IdParam },
    responses: { 200: bytes('The bytes.', 'application/octet-stream'), default: failure },
  },
} as const satisfies Record<string, Route>;
