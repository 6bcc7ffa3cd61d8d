import { z } from 'zod';
import { decimal } from './decimal.ts';
import { TranscriptionSummary } from './transcription/transcription.ts';
import { RecordingFilters } from './transcription/transcription-list.ts';

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
  limit: decimal(z.number().int().min(1).max(100)).default(20),
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
  limit: decimal(z.number().int().min(1).max(50)).default(20),
  cursor: z.string().max(200).optional(),
});
export type SearchRecordingsQuery = z.infer<typeof SearchRecordingsQuery>;

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
