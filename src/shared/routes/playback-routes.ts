/** Playing a finished transcript's recording. Part of the table in routes.ts. */
import type { Route } from './route.ts';
import { at, bytes, IdParam, unchanged } from './route-parts.ts';

export const playbackRoutes = {
  getMedia: {
    ...at('get', '/v1/transcriptions/{id}/media', 'read'),
    summary: 'Get the recording to play it; takes `Range`',
    description:
      'The recording itself, or a copy that browsers play. Answers `Range` with the part that was asked for, and `If-None-Match` with `304`.',
    request: { params: IdParam },
    responses: {
      200: bytes('The recording.', 'audio/*', 'video/*'),
      206: bytes('A part of it.', 'audio/*', 'video/*'),
      304: unchanged,
    },
  },
  getWaveform: {
    ...at('get', '/v1/transcriptions/{id}/waveform', 'read'),
    summary: 'Get how loud the recording is: a byte, 0 to 255, for each eighth of a second',
    description: 'For drawing the recording without loading it.',
    request: { params: IdParam },
    responses: { 200: bytes('The bytes.', 'application/octet-stream') },
  },
} as const satisfies Record<string, Route>;
