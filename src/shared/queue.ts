/** What waits to be transcribed, in its order. */
import { z } from 'zod';
import { FailedPart, TranscriptionSummary } from './transcription/transcription.ts';
import { ListTranscriptionsQuery } from './transcription/transcription-list.ts';

/** A transcription that waits; who sees it sees its place among all that wait. */
const QueuePlace = z.object({
  id: z.string(),
  position: z.int().positive().describe('1 is next.'),
});

export const Queue = z
  .object({
    paused: z.boolean().describe('What is under way is finished; nothing new is begun.'),
    running: z.int().nonnegative().describe('How many are under way.'),
    waiting: z.int().nonnegative().describe('How many wait.'),
    working: z
      .int()
      .nonnegative()
      .describe('How many services process recordings; while it is 0, what waits goes on waiting.'),
    left_seconds: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Until all of it is done; `null` while this computer’s speed is not known.'),
    places: z.array(QueuePlace).describe('Those that you see, the next one first.'),
  })
  .meta({ id: 'Queue' });
export type Queue = z.infer<typeof Queue>;

export const ListFailedQuery = ListTranscriptionsQuery.pick({ limit: true, cursor: true });
export type ListFailedQuery = z.infer<typeof ListFailedQuery>;

/** The recordings that lack parts which could not be made out, the newest first. */
export const FailedRecordings = z
  .object({
    data: z.array(
      z.object({
        transcription: TranscriptionSummary,
        failed_parts: z.array(FailedPart).describe('In order of time.'),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'FailedRecordings' });
export type FailedRecordings = z.infer<typeof FailedRecordings>;

export const MoveInQueue = z
  .strictObject({
    position: z.int().min(1).max(1_000_000).describe('1 is next; beyond the end is last.'),
  })
  .meta({ id: 'MoveInQueue' });
export type MoveInQueue = z.infer<typeof MoveInQueue>;
