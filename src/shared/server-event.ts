import { z } from 'zod';
import { AutomaticExportStatus } from './exports/automatic-export.ts';
import { MediaExport } from './exports/media-export.ts';
import { RecordingHighlight } from './highlights/highlight.ts';
import { ModelDownload } from './models/models.ts';
import { recordingEvents } from './recordings.ts';
import { Settings } from './settings.ts';
import { WatchFolder } from './sources/watch-folder.ts';
import { YtDlpStatus } from './sources/yt-dlp.ts';
import { Translation } from './subtitles/translations.ts';
import { PlayableMedia } from './transcription/playable-media.ts';
import { TranscriptionSummary, TranscriptSegment } from './transcription/transcription.ts';

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
      .describe('Words of a recording were marked, or their color or comment was changed.'),
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
