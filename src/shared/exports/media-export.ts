/** Clips of a recording, and its video with subtitles. */
import { z } from 'zod';
import { ERROR_CODES } from '../error-catalogue.ts';
import { limitBytes, MAX_STEM_BYTES } from '../file-name.ts';
import { SubtitleOptions } from '../subtitles/subtitle-options.ts';
import { formatClock } from '../time.ts';
import { fileStem } from '../transcription/title.ts';
import { ExportOptions, PartOfRecording } from './export-options.ts';

/** How subtitles come with a video: not at all, as a track that players switch on and off, or in the picture. */
export const MediaSubtitles = z.enum(['none', 'track', 'burned']);
export type MediaSubtitles = z.infer<typeof MediaSubtitles>;

/** The names their files have while a video is made. */
export const SUBTITLE_FILES = { track: 'subtitles.srt', burned: 'subtitles.ass' } as const;

const subtitles = MediaSubtitles.default('none').describe(
  'With a picture only. `track`: players can switch them off. `burned`: part of the picture.',
);

/** What of a recording becomes a file. Without `from` and `to` it is all of it. */
export const MediaExportRequest = z
  .strictObject({
    ...PartOfRecording.shape,
    picture: z
      .boolean()
      .default(true)
      .describe('Whether a video keeps its picture; without, the file is its sound (M4A).'),
    subtitles,
    ...SubtitleOptions.omit({ word_times: true }).shape,
    fillers: ExportOptions.shape.fillers,
    wording: ExportOptions.shape.wording,
    language: z
      .string()
      .max(12)
      .optional()
      .describe('Subtitles in this language, of a finished translation.'),
    bilingual: z
      .boolean()
      .default(false)
      .describe('Subtitles with the original above the translation; only with `language`.'),
  })
  .meta({ id: 'MediaExportRequest' });
export type MediaExportRequest = z.infer<typeof MediaExportRequest>;
export type MediaExportInput = z.input<typeof MediaExportRequest>;

export const ClipQuery = z.object({
  from: PartOfRecording.shape.from.unwrap(),
  to: PartOfRecording.shape.to.unwrap(),
  picture: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true')
    .describe('Whether a video keeps its picture; without, the file is its sound (M4A).'),
  subtitles,
});
export type ClipQuery = z.infer<typeof ClipQuery>;
/** The caller's input: only `from` and `to` are required. */
export type ClipInput = { from: number; to: number } & Pick<
  Partial<z.input<typeof ClipQuery>>,
  'picture' | 'subtitles'
>;

/** The longest clip that is made while the caller waits, in seconds. */
export const LONGEST_WAITED_CLIP = 600;

/** A file that is being made of a recording, or is ready. */
export const MediaExport = z
  .object({
    id: z.string().describe('`exp_` and 22 letters or digits.'),
    transcription_id: z.string(),
    status: z
      .enum(['waiting', 'running', 'ready', 'failed'])
      .describe('One is made at a time; the others wait.'),
    progress: z.number().min(0).max(1),
    file: z
      .object({
        filename: z.string(),
        type: z.string().describe('`audio/mp4`, `video/mp4` or `video/x-matroska`.'),
        bytes: z.int().nonnegative(),
      })
      .nullable()
      .describe(
        'Once it is ready; then it is kept for an hour, or for a minute after it was fetched.',
      ),
    error: z
      .object({ code: z.enum(ERROR_CODES), message: z.string() })
      .nullable()
      .describe('Why it could not be made.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'MediaExport' });
export type MediaExport = z.infer<typeof MediaExport>;

export const MediaExportList = z
  .object({ data: z.array(MediaExport) })
  .meta({ id: 'MediaExportList' });
export type MediaExportList = z.infer<typeof MediaExportList>;

type Part = { from?: number | undefined; to?: number | undefined };

/** `Talk 1.02–1.40` for a part of `Talk`; file names allow no colons. */
export function partStem(title: string, { from, to }: Part): string {
  const stem = fileStem(title);
  if (from === undefined && to === undefined) return stem;
  const clock = (seconds: number) => formatClock(seconds * 1000).replaceAll(':', '.');
  const times = ` ${clock(from ?? 0)}–${to === undefined ? '' : clock(to)}`;
  return limitBytes(stem, MAX_STEM_BYTES - times.length - 2) + times;
}
