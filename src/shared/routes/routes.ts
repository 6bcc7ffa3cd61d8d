/**
 * Every endpoint in one table: the server registers these, the OpenAPI document is made from them,
 * and the client parses what they answer.
 */
import { z } from 'zod';
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  CreatedApiKey,
  Health,
  SearchQuery,
  SearchResults,
  ServerEvent,
  SignInLink,
  UploadedFile,
  Usage,
} from '../api.ts';
import { EXPORT_TYPES, ExportQuery } from '../exports/options.ts';
import { LlmModelList, LlmServerInput } from '../llm.ts';
import { Settings, SettingsPatch } from '../settings.ts';
import { Quote } from '../sources/quote.ts';
import { WatchFolder } from '../sources/watch-folder.ts';
import { Storage } from '../storage.ts';
import { SubtitleOptions } from '../subtitles/options.ts';
import {
  CreateTranscription,
  ListTranscriptionsQuery,
  RenameTranscription,
  Transcription,
  TranscriptionList,
  TranscriptionSummary,
} from '../transcription/transcription.ts';
import { linkRoutes } from './link-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import type { Route } from './route.ts';
import { bearer, body, failure, IdParam, json, text } from './route-parts.ts';
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
    summary: 'Whether the service is up',
    responses: { 200: json('It is.', Health) },
  },
  createTranscription: {
    method: 'post',
    path: '/v1/transcriptions',
    summary: 'Create a transcription',
    security: bearer,
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
    summary: 'Say what a transcription would take and cost, without creating it',
    security: bearer,
    request: body(CreateTranscription),
    responses: { 200: json('As far as it can be told beforehand.', Quote), default: failure },
  },
  listTranscriptions: {
    method: 'get',
    path: '/v1/transcriptions',
    summary: 'List transcriptions, newest first',
    security: bearer,
    request: { query: ListTranscriptionsQuery },
    responses: {
      200: json('A page of them, without results.', TranscriptionList),
      default: failure,
    },
  },
  getTranscription: {
    method: 'get',
    path: '/v1/transcriptions/{id}',
    summary: 'Get a transcription',
    security: bearer,
    request: { params: IdParam, query: WordsQuery },
    responses: { 200: json('The transcription.', Transcription), 304: unchanged, default: failure },
  },
  renameTranscription: {
    method: 'patch',
    path: '/v1/transcriptions/{id}',
    summary: 'Give a transcription another title, in any state',
    security: bearer,
    request: { params: IdParam, ...body(RenameTranscription) },
    responses: {
      200: json('As it is called now, without its result.', TranscriptionSummary),
      default: failure,
    },
  },
  cancelTranscription: {
    method: 'post',
    path: '/v1/transcriptions/{id}/cancel',
    summary: 'Cancel a transcription that is not over',
    security: bearer,
    request: { params: IdParam },
    responses: { 200: json('It is canceled.', Transcription), default: failure },
  },
  retryTranscription: {
    method: 'post',
    path: '/v1/transcriptions/{id}/retry',
    summary: 'Try again: a new transcription with the options a failed one was created with',
    security: bearer,
    request: { params: IdParam },
    responses: { 201: json('The new transcription.', Transcription), default: failure },
  },
  deleteTranscription: {
    method: 'delete',
    path: '/v1/transcriptions/{id}',
    summary: 'Delete a transcription and everything made from it, in any state',
    security: bearer,
    request: { params: IdParam },
    responses: { 204: { description: 'It is gone.' }, default: failure },
  },
  ...speakerRoutes,
  transcriptionEvents: {
    method: 'get',
    path: '/v1/transcriptions/{id}/events',
    summary: 'How a transcription stands, then its changes to the end, as server-sent events',
    security: bearer,
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
    summary: 'Make the structured text of a completed transcription anew, in the background',
    security: bearer,
    request: { params: IdParam },
    responses: {
      202: json('As it stands; `generator.pending` until the new one is there.', Transcription),
      default: failure,
    },
  },
  getVtt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.vtt',
    summary: 'Subtitles as WebVTT',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'text/vtt'), 304: unchanged, default: failure },
  },
  getSrt: {
    method: 'get',
    path: '/v1/transcriptions/{id}/subtitles.srt',
    summary: 'Subtitles as SubRip',
    request: { params: IdParam, query: SubtitleQuery },
    responses: { 200: text('The file.', 'application/x-subrip'), 304: unchanged, default: failure },
  },
  exportTranscription: {
    method: 'get',
    path: '/v1/transcriptions/{id}/export',
    summary: 'A completed transcription as a file, named after the recording',
    security: bearer,
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
    summary: 'Upload a recording; its `url` can be transcribed',
    security: bearer,
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
  getUsage: {
    method: 'get',
    path: '/v1/usage',
    summary: 'Points and minutes used: of the key, or of all in the signed-in window',
    security: bearer,
    responses: { 200: json('The figures.', Usage), default: failure },
  },
  search: {
    method: 'get',
    path: '/v1/search',
    summary: 'Search what was said, newest recording first',
    security: bearer,
    request: { query: SearchQuery },
    responses: { 200: json('A page of places.', SearchResults), default: failure },
  },
  events: {
    method: 'get',
    path: '/v1/events',
    summary: 'Live changes as server-sent events',
    security: bearer,
    request: { headers: LastEventHeader },
    responses: {
      200: {
        description: 'One JSON event per message.',
        content: { 'text/event-stream': { schema: ServerEvent } },
      },
      default: failure,
    },
  },
  getSettings: {
    method: 'get',
    path: '/v1/settings',
    summary: 'Get the settings (signed-in window only)',
    responses: { 200: json('The settings.', Settings), default: failure },
  },
  updateSettings: {
    method: 'patch',
    path: '/v1/settings',
    summary: 'Change settings (signed-in window only)',
    request: body(SettingsPatch),
    responses: { 200: json('The settings as they are now.', Settings), default: failure },
  },
  listLlmModels: {
    method: 'post',
    path: '/v1/llm/models',
    summary: "Try a language model's server: list its models (signed-in window only)",
    request: body(LlmServerInput),
    responses: { 200: json('They can be used.', LlmModelList), default: failure },
  },
  getWatchFolder: {
    method: 'get',
    path: '/v1/watch-folder',
    summary: 'How the watch folder stands (signed-in window only)',
    responses: { 200: json('Its state.', WatchFolder), default: failure },
  },
  getStorage: {
    method: 'get',
    path: '/v1/storage',
    summary: 'How much room everything takes (signed-in window only)',
    responses: { 200: json('In bytes.', Storage), default: failure },
  },
  createSignInLink: {
    method: 'post',
    path: '/v1/sign-in-links',
    summary: 'Make a link that signs a browser in (signed-in window only)',
    responses: { 201: json('The link.', SignInLink), default: failure },
  },
  listKeys: {
    method: 'get',
    path: '/v1/keys',
    summary: 'List API keys (signed-in window only)',
    responses: { 200: json('The keys, without their secrets.', ApiKeyList), default: failure },
  },
  createKey: {
    method: 'post',
    path: '/v1/keys',
    summary: 'Create an API key (signed-in window only)',
    request: body(CreateApiKey),
    responses: { 201: json('The key, shown this once.', CreatedApiKey), default: failure },
  },
  revokeKey: {
    method: 'delete',
    path: '/v1/keys/{id}',
    summary: 'Revoke an API key (signed-in window only)',
    request: { params: IdParam },
    responses: { 200: json('It is revoked.', ApiKey), default: failure },
  },
  ...modelRoutes,
  ...speakerModelRoutes,
  ...recordingRoutes,
  ...webhookRoutes,
  ...linkRoutes,
} as const satisfies Record<string, Route>;
