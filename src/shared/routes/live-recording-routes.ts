/** Recordings that are being made. Part of the table in routes.ts. */

import { CaptionCode, CaptionLink, CaptionsEvent } from '../captions.ts';
import {
  LiveRecording,
  LiveRecordingList,
  LiveText,
  LiveTextQuery,
  MarkMoment,
  OpenRecording,
  PieceAcknowledgement,
  PieceParam,
  PieceQuery,
} from '../recordings.ts';
import { ServerEvent } from '../server-event.ts';
import type { Route } from './route.ts';
import {
  at,
  body,
  eventStream,
  IdempotencyHeader,
  IdParam,
  json,
  LastEventHeader,
  octets,
} from './route-parts.ts';

const one = { params: IdParam };
const it = { 200: json('As it stands now.', LiveRecording) };

/** Opens, feeds, follows and ends recordings that are being made. */
export const liveRecordingRoutes = {
  openRecording: {
    ...at('post', '/v1/recordings', 'write'),
    summary: 'Begin a recording, whose sound is sent piece by piece',
    description:
      'Options are those of `POST /v1/transcriptions`. At most eight are open at a time. One that gets no sound for ten minutes ends by itself and is transcribed.',
    request: { ...body(OpenRecording), headers: IdempotencyHeader },
    responses: {
      201: json('It takes sound.', LiveRecording),
      200: json('Begun before by a request with the same Idempotency-Key.', LiveRecording),
    },
  },
  listRecordings: {
    ...at('get', '/v1/recordings', 'read'),
    summary: 'List the recordings that are being made',
    description: 'Those that the key sees.',
    responses: { 200: json('All of them.', LiveRecordingList) },
  },
  getRecording: {
    ...at('get', '/v1/recordings/{id}', 'read'),
    summary: 'Get a recording that is being made, or was within the last day',
    description: '`next_piece` says which piece is to be sent next.',
    request: one,
    responses: it,
  },
  putPiece: {
    ...at('put', '/v1/recordings/{id}/pieces/{number}', 'write'),
    summary: 'Send the next piece of sound',
    description:
      'Signed 16-bit little-endian samples at 16,000 Hz, the tracks interleaved; half a second is usual, ten at most. The answer comes when it is on the disk. A piece that is there already is acknowledged again; another one under its number is refused, as is one that leaves out a number.',
    request: { params: PieceParam, query: PieceQuery, ...octets },
    responses: { 200: json('It is on the disk.', PieceAcknowledgement) },
  },
  pauseRecording: {
    ...at('post', '/v1/recordings/{id}/pause', 'write'),
    summary: 'Say that no sound comes for a while',
    description:
      'A piece that was under way is still taken. Paused, it waits four hours before it ends by itself. The pause is not part of the recording.',
    request: one,
    responses: it,
  },
  resumeRecording: {
    ...at('post', '/v1/recordings/{id}/resume', 'write'),
    summary: 'Go on after a pause',
    description: 'Numbers and positions go on where they were.',
    request: one,
    responses: it,
  },
  markMoment: {
    ...at('post', '/v1/recordings/{id}/marks', 'write'),
    summary: 'Mark a moment: what is said there becomes a highlight',
    description: 'A moment that is marked already stays as it is, with its newest comment.',
    request: { ...one, ...body(MarkMoment) },
    responses: it,
  },
  finishRecording: {
    ...at('post', '/v1/recordings/{id}/finish', 'write'),
    summary: 'End a recording and transcribe it',
    description:
      'Answers once it is a transcription, named by `transcription_id`: a minute for the longest. Asked again, it answers the same. Without any sound the answer is `422` `empty_media`: discard it.',
    request: one,
    responses: it,
  },
  discardRecording: {
    ...at('delete', '/v1/recordings/{id}', 'write'),
    summary: 'Throw a recording away with all of its sound',
    description:
      'One that is finished is a transcription and stays; delete that. Cannot be undone.',
    request: one,
    responses: { 204: { description: 'It is gone.' } },
  },
  getLiveText: {
    ...at('get', '/v1/recordings/{id}/text', 'read'),
    summary: 'Read what has been said so far',
    description: 'Firm segments from `from` on, then the provisional ones.',
    request: { ...one, query: LiveTextQuery },
    responses: { 200: json('The text so far.', LiveText) },
  },
  recordingEvents: {
    ...at('get', '/v1/recordings/{id}/events', 'read'),
    summary: 'Follow a recording and its text as server-sent events',
    description:
      'How it stands and its text so far, then its changes until it is finished or discarded.',
    request: { ...one, headers: LastEventHeader },
    responses: {
      200: eventStream('One JSON event per message; the stream ends after the last.', ServerEvent),
      204: { description: 'You have seen the end.' },
    },
  },
  shareCaptions: {
    ...at('post', '/v1/recordings/{id}/captions', 'write'),
    summary: 'Make a link by which others read along',
    description:
      'Whoever has it sees the text as it is heard from then on, and nothing else. It lasts four hours, and ends with the recording, with the next link of it, and with the key or session that made it.',
    request: one,
    responses: { 201: json('The link. Its code is shown this once.', CaptionLink) },
  },
  unshareCaptions: {
    ...at('delete', '/v1/recordings/{id}/captions', 'write'),
    summary: 'Take the link to its captions back',
    description: 'Whoever reads along is shown out at once.',
    request: one,
    responses: { 204: { description: 'No link opens it.' } },
  },
  captionEvents: {
    ...at('get', '/v1/captions/{code}/events', 'public'),
    summary: 'Read along by a link, as server-sent events',
    description:
      'The code in the link is all that is asked for. What was said last comes first, then what is new, until the recording ends. At most thirty read along.',
    request: { params: CaptionCode },
    responses: {
      200: eventStream(
        'One JSON object per message; the stream ends after the one that is `over`.',
        CaptionsEvent,
      ),
    },
  },
} as const satisfies Record<string, Route>;
