/** The smaller API schemas: errors, files, keys, health, live events. */
import { z } from 'zod';
import { ERROR_CODES } from './error-catalogue.ts';
import { AutomaticExportStatus } from './exports/automatic-export.ts';
import { MediaExport } from './exports/media-export.ts';
import { RecordingHighlight } from './highlights/highlight.ts';
import { ModelDownload } from './models/models.ts';
import { recordingEvents } from './recordings.ts';
import { Settings } from './settings.ts';
import { WatchFolder } from './sources/watch-folder.ts';
import { YtDlpStatus } from './sources/yt-dlp.ts';
import { Translation } from './subtitles/translations.ts';
import { RecordingFilters } from './transcription/list.ts';
import { PlayableMedia } from './transcription/media.ts';
import { TranscriptionSummary, TranscriptSegment } from './transcription/transcription.ts';

/** The body of every error response. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      param: z.string().nullable().describe('The field that is wrong.'),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An upload that can be transcribed. */
export const UploadedFile = z
  .object({
    id: z.string().describe('`file_` and 22 letters or digits.'),
    url: z.string().describe('Give this to `POST /v1/transcriptions`.'),
    filename: z.string(),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'File' });
export type UploadedFile = z.infer<typeof UploadedFile>;

/** What a key may read and change. */
export const KeyScope = z
  .enum(['own', 'all', 'read', 'worker'])
  .describe(
    '`own`: what the key itself makes; `all`: everything; `read`: everything, and nothing to change; `worker`: nothing, it lets a machine transcribe for the service. Live and test keys never see what belongs to the others.',
  )
  .meta({ id: 'KeyScope' });
export type KeyScope = z.infer<typeof KeyScope>;

/** A key as listed; only its owner knows the secret. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    test: z.boolean(),
    scope: KeyScope,
    hint: z.string().describe('The prefix and the last four characters.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z.string().describe('Shown once, never again.'),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const CreateApiKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    test: z.boolean().default(false),
    scope: KeyScope.optional().describe(
      'Left out: `all` for live keys where only this computer reaches the service, else `own`.',
    ),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;
export type CreateApiKeyInput = z.input<typeof CreateApiKey>;

export const ApiKeyList = z.object({ data: z.array(ApiKey) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

/** A browser signed in to the window. */
export const Session = z
  .object({
    id: z.string(),
    browser: z.string().describe('Which browser on which system, as far as it says so.'),
    current: z.boolean().describe('Whether this very request came from it.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SessionList = z.object({ data: z.array(Session) }).meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof SessionList>;

/** What a key, or all of them, has used and has left. */
export const Usage = z
  .object({
    points_available: z
      .int()
      .nullable()
      .describe('What the key has left, reservations taken off; `null` where nothing is charged.'),
    points_reserved: z.int().describe('Held for transcriptions that are not over.'),
    points_spent: z.int(),
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('UTC.'),
          transcriptions: z.int(),
          seconds: z.int().describe('Length of the recordings.'),
          points: z.int(),
        }),
      )
      .describe('The last 30 days on which something was completed, oldest first.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

/** A link that signs a browser in to the window. */
export const SignInLink = z
  .object({ url: z.url().describe('Signs a browser in, once, within the hour.') })
  .meta({ id: 'SignInLink' });
export type SignInLink = z.infer<typeof SignInLink>;

/** Whether the service responds, and its workload. */
export const Health = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    model: z.string().nullable().describe('The default model.'),
    queued: z.int().nonnegative(),
    processing: z.int().nonnegative(),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

/** Whether the process answers at all. */
export const Liveness = z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' });

/** Whether the service can take work; `failed` names what stands in the way. */
export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    failed: z.array(z.enum(['stopping', 'data_folder', 'database', 'storage', 'disk', 'engine'])),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;

const queryText = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'Words, and phrases in quotes; each may be any part of a text, in any case, and all of them must be there.',
  );

export const SearchQuery = RecordingFilters.extend({
  q: queryText,
  transcription_id: z.string().max(64).optional().describe('Only in this one.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** The text around a match, split so that the match can be highlighted. */
export const Snippet = z
  .object({
    before: z.string(),
    match: z.string().describe('What was found, as it is written there.'),
    after: z.string(),
  })
  .meta({ id: 'Snippet' });
export type Snippet = z.infer<typeof Snippet>;

/** A segment, or a title, that contains all words. */
export const SearchHit = z
  .object({
    transcription_id: z.string(),
    title: z.string().nullable(),
    url: z.string().describe('The address of the recording.'),
    segment_id: z.int().nonnegative().nullable().describe('`null` when the title matches.'),
    start: z.number().nonnegative().describe('Start of the segment, in seconds.'),
    snippet: Snippet,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchResults = z
  .object({
    data: z.array(SearchHit),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;

export const SearchRecordingsQuery = RecordingFilters.extend({
  q: queryText,
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: z.string().max(200).optional(),
});
export type SearchRecordingsQuery = z.infer<typeof SearchRecordingsQuery>;

/** A recording in which something was found. */
export const FoundRecording = z
  .object({
    transcription: TranscriptionSummary,
    title: Snippet.nullable().describe('Where its title has all words, else `null`.'),
    places: z.int().nonnegative().describe('How many segments have all words.'),
    first: z
      .array(SearchHit)
      .describe('The first three of them; `/v1/search` with `transcription_id` gives all.'),
  })
  .meta({ id: 'FoundRecording' });
export type FoundRecording = z.infer<typeof FoundRecording>;

export const FoundRecordings = z
  .object({
    data: z.array(FoundRecording),
    total_recordings: z.int().nonnegative().describe('Of all pages.'),
    total_places: z.int().nonnegative().describe('Segments on all pages.'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'FoundRecordings' });
export type FoundRecordings = z.infer<typeof FoundRecordings>;

/** The events of `/v1/events`. */
export const ServerEvent = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('reload') })
      .describe('Load everything now: what follows are the changes since.'),
    z.object({ type: z.literal('transcription'), transcription: TranscriptionSummary }),
    z.object({ type: z.literal('transcription_deleted'), id: z.string() }),
    z
      .object({
        type: z.literal('transcription.segments'),
        id: z.string().describe('The transcription that is being made.'),
        from: z.int().nonnegative().describe('The id of the first of these segments.'),
        segments: z
          .array(TranscriptSegment)
          .describe('What was transcribed since the last of these events, without words.'),
        until: z
          .number()
          .nonnegative()
          .describe('Up to where the recording is transcribed, in seconds.'),
        media: PlayableMedia.nullable().describe('The recording, once it can be played.'),
      })
      .describe(
        'At most once a second. Where segments before `from` are not known, `GET …/{id}?partial=true` has them.',
      ),
    ...recordingEvents,
    z
      .object({
        type: z.literal('translation'),
        id: z.string().describe('The transcription.'),
        translation: Translation,
      })
      .describe('A translation of its subtitles was asked for, went on or ended.'),
    z.object({ type: z.literal('translation_deleted'), id: z.string(), language: z.string() }),
    z
      .object({
        type: z.literal('highlight'),
        recording_id: z.string(),
        highlight: RecordingHighlight,
      })
      .describe('Words of a recording were marked, or their colour or comment was changed.'),
    z.object({ type: z.literal('highlight_deleted'), recording_id: z.string(), id: z.string() }),
    z
      .object({ type: z.literal('media_export'), media_export: MediaExport })
      .describe('A file made of a recording was asked for, went on, is ready or failed.'),
    z.object({ type: z.literal('media_export_deleted'), id: z.string() }),
    z
      .object({
        type: z.literal('projects'),
        changed: z
          .enum(['project', 'recordings', 'many'])
          .describe(
            '`project`: one was made, changed or deleted; `recordings`: one holds others, each of which is reported; `many`: so many that they are not: load lists of them again.',
          ),
      })
      .describe('Load the projects again.'),
    z.object({ type: z.literal('models') }),
    z
      .object({ type: z.literal('data_folder'), is_there: z.boolean() })
      .describe(
        'The data folder was moved, removed or unmounted, or is back. Only to the signed-in window.',
      ),
    z
      .object({ type: z.literal('queue') })
      .describe('It was paused, resumed or put into another order.'),
    z.object({ type: z.literal('model_download'), download: ModelDownload }),
    z
      .object({ type: z.literal('settings'), settings: Settings })
      .describe('Only to the signed-in window.'),
    z
      .object({ type: z.literal('watch_folder'), watch_folder: WatchFolder })
      .describe('Only to the signed-in window.'),
    z
      .object({ type: z.literal('automatic_export'), automatic_export: AutomaticExportStatus })
      .describe('Only to the signed-in window.'),
    z
      .object({ type: z.literal('yt_dlp'), yt_dlp: YtDlpStatus })
      .describe('A download of it went on or ended. Only to the signed-in window.'),
  ])
  .meta({ id: 'ServerEvent' });
export type ServerEvent = z.infer<typeof ServerEvent>;
