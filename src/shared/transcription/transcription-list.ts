/** Lists of transcriptions, and what they are narrowed down and sorted by. */
import { z } from 'zod';
import { decimal } from '../decimal.ts';
import { TranscriptionStatus, TranscriptionSummary } from './transcription.ts';
import { MAX_TAG } from './update-transcription.ts';

export const TranscriptionList = z
  .object({
    data: z.array(TranscriptionSummary),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'TranscriptionList' });
export type TranscriptionList = z.infer<typeof TranscriptionList>;

export const TranscriptionSort = z
  .enum(['newest', 'oldest', 'title', 'longest'])
  .meta({ id: 'TranscriptionSort' });
export type TranscriptionSort = z.infer<typeof TranscriptionSort>;

const truth = z.enum(['true', 'false']).transform((value) => value === 'true');

/** What recordings are narrowed down by, in lists and when they are searched. */
export const RecordingFilters = z.object({
  status: z
    .string()
    .max(100)
    .transform((value) => value.split(','))
    .pipe(z.array(TranscriptionStatus))
    .optional()
    .describe('One or more statuses, separated by commas.'),
  created_after: z.iso.datetime().optional().describe('This time or later.'),
  created_before: z.iso.datetime().optional().describe('Before this time.'),
  language: z.string().min(1).max(20).optional().describe('The language code of the recording.'),
  tag: z.string().min(1).max(MAX_TAG).optional().describe('A tag it has, in any case.'),
  favorite: truth.optional().describe('`true`: favorites only; `false`: all others.'),
  project_id: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('The id of the project it is in; `none`: in none.'),
});
export type RecordingFilters = z.infer<typeof RecordingFilters>;

export const ListTranscriptionsQuery = RecordingFilters.extend({
  limit: decimal(z.number().int().min(1).max(100)).default(20),
  cursor: z.string().max(2000).optional(),
  sort: TranscriptionSort.default('newest'),
  trash: truth.default(false).describe('`true`: what lies in the trash; it is in no other list.'),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Part of the title, also of the file or video title, or of the address of a link.'),
  recording_id: z.string().max(64).optional().describe('Only the versions of this recording.'),
  versions: z
    .enum(['all', 'one'])
    .default('all')
    .describe('`one`: of each recording the newest version that did not fail, else the newest.'),
});
export type ListTranscriptionsQuery = z.infer<typeof ListTranscriptionsQuery>;
