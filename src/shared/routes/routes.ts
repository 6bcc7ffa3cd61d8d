/**
 * Every endpoint in one table: the server registers these, the OpenAPI document is made from them,
 * and the client parses what they answer.
 */
import { z } from 'zod';
import { Health, SearchQuery, SearchResults, ServerEvent, UploadedFile } from '../api.ts';
import { EXPORT_TYPES, ExportQuery } from '../exports/options.ts';
import { Quote } from '../sources/quote.ts';
import { SubtitleOptions } from '../subtitles/options.ts';
import {
  CreateTranscription,
  ListTranscriptionsQuery,
  RenameTranscription,
  Transcription,
  TranscriptionList,
  TranscriptionSummary,
} from '../transcription/transcription.ts';
import { accountRoutes } from './account-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import type { Route } from './route.ts';
import { body, failure, IdParam, json, text } from './route-parts.ts';
import { settingRoutes } from './setting-routes.ts';
import { speakerModelRoutes } from './speaker-model-routes.ts';
import { speakerRoutes } from './speaker-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const unchanged = { description: 'It is what `If-None-Match` names.' };
const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Your own name for this request: sent again within 24 hours, it creates nothing new.',
    ),
});
const LastEventHeader = z.object({
  'last-event-id': z
    .string()
    .max(100)
    .optional()
    .describe('The id of the last event you saw: what you missed since comes first.'),
});
const SubtitleQuery = SubtitleOptions.extend({
  token: z.string().max(64).describe('Part of the address.'),
});

const WordsQuery = z.object({
  words: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true')
    .describe(
      '`false` leaves the list of words of each segment empty: the answer is a third as long.',
    ),
});

/** Every endpoint: what it takes and answers. Server, client and reference are made from this table. */
export const routes = {
  health: {
    method: 'get',
    path: '/health',
    access: 'public',
    summary: 'Whether the service is up',
    responses: { 200: json('It is.', Health) },
  },
  createTranscription: {
    method: 'post',
    path: '/v1/transcriptions',
    access: 'write',
    summary: 'Create a transcription',
    request: { ...body(CreateTranscription), headers: IdempotencyHeader },
    responses: {
      201: json('Created and queued.', Transcription),
      200: json(
        'Created before: by a request with the same Idempotency-Key, or found by `reuse`.',
        Transcription,
      ),
      default: failure,
    },
  },
  quoteTranscription: {
    method: 'post',
    path: '/v1/transcriptions/quote',
    access: 'read',
    summary: 'Say what a transcription would take and cost, without creating it',
    request: body(CreateTranscription),
    responses: { 200: json('As far as it can be told beforehand.', Quote), default: failure },
  },
  listTranscriptions: {
    method: 'get',
    path: '/v1/transcriptions',
    access: 'read',
    summary: 'List transcriptions, newest first',
    request: { query: ListTranscriptionsQuery },
    responses: {
      200: json('A page of them, without results.', TranscriptionList),
      default: failure,
    },
  },
  getTranscription: {
    method: 'get',
    path: '/v1/transcriptions/{id}',
    access: 'read',
    summary: 'Get a transcription',
    request: { params: IdParam, query: WordsQuery },
    responses: { 200: json('The transcription.', Transcription), 304: unchanged, default: failure },
  },
  renameTranscription: {
    method: 'patch',
    path: '/v1/transcriptions/{id}',
    access: 'write',
    summary: 'Give a transcription another title, in any state',
    request: { params: IdParam, ...body(RenameTranscription) },
    responses: {
      200: json('As it is called now, without its result.', TranscriptionSummary),
      default: failure,
    },
  },
  cancelTranscription: {
    method: 'post',
    path: '/v1/transcriptions/{id}/cancel',
    access: 'write',
    summary: 'Cancel a transcription that is not over',
    request: { params: IdParam },
    responses: { 200: json('It is canceled.', Transcription), default: failure },
  },
  retryTranscription: {
    method: 'post',
    path: '/v1/transcriptions/{id}/retry',
    access: 'write',
    summary: 'Try again: a new transcription with the options a failed one was created with',
    request: { params: IdParam },
    responses: { 201: json('The new transcription.', Transcription), default: failure },
  },
  deleteTranscription: {
    method: 'delete',
    path: '/v1/transcriptions/{id}',
    access: 'write',
    summary: 'Delete a transcription and everything made from it, in any state',
    request: { params: IdParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
  ...speakerRoutes,
  transcriptionEvents: {
    method: 'get',
    path: '/v1/transcriptions/{id}/events',
    access: 'read',
    summary: 'How a transcription stands, then its changes to the end, as server-sent events',
    request: { params: IdParam, headers: LastEventHeader },
    responses: {
      200: {
        description: 'One JSON event per message; the stream ends after the last.',
        content: { 'text/event-stream': { schema: ServerEvent } },
      },
      204: { description: 'You have seen the end.' },
      default: failure,
    },
  },
  structureAgain: {
    method: 'post',
    path: '/v1/transcriptions/{id}/structure',
    access: 'write',
    summary: 'Make the structured text of a completed transcription anew, in the background',
    request: { params: IdParam },
    responses: {
      202: json('As it stands; `generator.pending` until the new one is there.', Transcription),
      default: failure,
    },
  },
  getVtt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.vtt',
    access: 'public',
    summary: 'Subtitles as WebVTT',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'text/vtt'), 304: unchanged, default: failure },
  },
  getSrt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.srt',
    access: 'public',
    summary: 'Subtitles as SubRip',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'application/x-subrip'), 304: unchanged, default: failure },
  },
  exportTranscription: {
    method: 'get',
    path: '/v1/transcriptions/{id}/export',
    access: 'read',
    summary: 'A completed transcription as a file, named after the recording',
    request: { params: IdParam, query: ExportQuery },
    responses: {
      200: {
        description: 'The file.',
        content: Object.fromEntries(
          Object.values(EXPORT_TYPES).map((type) => [type, { schema: z.string() }]),
        ),
      },
      304: unchanged,
      default: failure,
    },
  },
  uploadFile: {
    method: 'post',
    path: '/v1/files',
    access: 'write',
    summary: 'Upload a recording; its `url` can be transcribed',
    request: {
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({ file: z.string().meta({ format: 'binary' }) }),
          },
        },
      },
    },
    responses: { 201: json('Stored.', UploadedFile), default: failure },
  },
  search: {
    method: 'get',
    path: '/v1/search',
    access: 'read',
    summary: 'Search what was said, newest recording first',
    request: { query: SearchQuery },
    responses: { 200: json('A page of places.', SearchResults), default: failure },
  },
  events: {
    method: 'get',
    path: '/v1/events',
    access: 'read',
    summary: 'Live changes as server-sent events',
    request: { headers: LastEventHeader },
    responses: {
      200: {
        description: 'One JSON event per message.',
        content: { 'text/event-stream': { schema: ServerEvent } },
      },
      default: failure,
    },
  },
  ...accountRoutes,
  ...settingRoutes,
  ...modelRoutes,
  ...speakerModelRoutes,
  ...recordingRoutes,
  ...webhookRoutes,
  ...linkRoutes,
} as const satisfies Record<string, Route>;
