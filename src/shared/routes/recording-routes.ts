/** Hearing a finished transcript's recording, and correcting its text. */
import { EditedSegments, EditSegments } from '../transcription/editing.ts';
import type { Route } from './route.ts';
import { body, failure, IdParam, json, text } from './route-parts.ts';

/** A finished transcript beside its recording. */
export const recordingRoutes = {
  editSegments: {
    method: 'patch',
    path: '/v1/transcriptions/{id}/segments',
    access: 'write',
    summary: 'Change texts and speakers of a completed transcription',
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
    request: { params: IdParam },
    responses: {
      200: text('The recording.', 'application/octet-stream'),
      206: text('A part of it.', 'application/octet-stream'),
      default: failure,
    },
  },
  getWaveform: {
    method: 'get',
    path: '/v1/transcriptions/{id}/waveform',
    access: 'read',
    summary: 'Get how loud the recording is: a byte, 0 to 255, for each eighth of a second',
    request: { params: IdParam },
    responses: { 200: text('The bytes.', 'application/octet-stream'), default: failure },
  },
} as const satisfies Record<string, Route>;
