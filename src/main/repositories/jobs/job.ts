/** A transcription as the core knows it: its row with the JSON columns parsed. */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import {
  CreateTranscription,
  Stage,
  TranscriptionError,
  TranscriptionStatus,
  Warning,
} from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';
import type { TranscriptionTable } from '../tables.ts';
import { type Claim, StaleClaimError } from './job.repository.ts';

/** What the caller asked for, frozen when the job was created; retries and resumes read only this. */
export const JobOptions = CreateTranscription.omit({ url: true, reuse: true });
export type JobOptions = z.infer<typeof JobOptions>;

/** A job that was there at so many crashes of the program without getting on is the likely cause of them. */
export const MAX_CRASHES = 3;

export type Job = {
  id: string;
  seq: number;
  /** The first transcription of the same recording, whether or not it is still there. */
  recordingId: string;
  /** Grows from one transcription of the recording to the next. */
  version: number;
  status: TranscriptionStatus;
  stage: Stage | null;
  progress: number;
  etaMs: number | null;
  /** Grows with every claim; a write with an older one changes nothing. */
  epoch: number;
  sourceType: string;
  sourceUrl: string;
  /** The server that a link leads to; null for an upload. */
  sourceHost: string | null;
  sourceTitle: string | null;
  /** What a person calls it. */
  givenTitle: string | null;
  /** What a platform says about the recording. */
  sourceUploader: string | null;
  sourceThumbnailUrl: string | null;
  sourceChapters: SourceChapter[];
  options: JobOptions;
  keyId: string | null;
  /** Whether it belongs to a test key. */
  test: boolean;
  /** Whether points are charged: for live keys only. */
  metered: boolean;
  /** Whose voices its speakers are recognised among. */
  voiceMemory: string;
  subtitleToken: string;
  /** The fetched file's name inside the work folder, once it is whole. */
  mediaName: string | null;
  durationMs: number | null;
  language: string | null;
  model: string | null;
  pointsSpent: number;
  warnings: Warning[];
  error: TranscriptionError | null;
  createdAt: number;
  completedAt: number | null;
  /** The type of the recording that is kept to be played. */
  mediaType: string | null;
  /** Grows with every change of the finished text. */
  revision: number;
  /** How many people say something; null until completed. */
  speakerCount: number | null;
  /** The words a person files it under. */
  tags: string[];
  favorite: boolean;
  /** Null unless it lies in the trash. */
  trashedAt: number | null;
};

const StageOrNone = Stage.nullable();
const Warnings = z.array(Warning);
const Tags = z.array(z.string());
const SourceChapters = z.array(z.object({ title: z.string(), startMs: z.int(), endMs: z.int() }));
type SourceChapter = z.infer<typeof SourceChapters>[number];

/** Parses a row; a row that does not parse is a damaged database and throws. */
export function toJob(row: Selectable<TranscriptionTable>): Job {
  return {
    id: row.id,
    seq: row.seq,
    recordingId: row.recording_id,
    version: row.version,
    status: TranscriptionStatus.parse(row.status),
    stage: StageOrNone.parse(row.stage),
    progress: row.progress,
    etaMs: row.eta_ms,
    epoch: row.epoch,
    sourceType: row.source_type,
    sourceUrl: row.source_url,
    sourceHost: row.source_host,
    sourceTitle: row.source_title,
    givenTitle: row.given_title,
    sourceUploader: row.source_uploader,
    sourceThumbnailUrl: row.source_thumbnail_url,
    sourceChapters: SourceChapters.parse(JSON.parse(row.source_chapters ?? '[]')),
    options: JobOptions.parse(JSON.parse(row.options)),
    keyId: row.key_id,
    test: row.test === 1,
    metered: row.metered === 1,
    voiceMemory: row.voice_memory,
    subtitleToken: row.subtitle_token,
    mediaName: row.media_name,
    durationMs: row.duration_ms,
    language: row.language,
    model: row.model,
    pointsSpent: row.points_spent,
    warnings: Warnings.parse(JSON.parse(row.warnings)),
    error: row.error === null ? null : TranscriptionError.parse(JSON.parse(row.error)),
    createdAt: row.created_at,
    completedAt: row.completed_at,
    mediaType: row.media_type,
    revision: row.revision,
    speakerCount: row.speaker_count,
    tags: Tags.parse(JSON.parse(row.tags)),
    favorite: row.favorite === 1,
    trashedAt: row.trashed_at,
  };
}

/** Lets a transaction go on only while the worker still holds the job. @throws StaleClaimError */
export async function assertClaim(db: Database, claim: Claim): Promise<void> {
  const row = await db
    .selectFrom('transcriptions')
    .select(sql<number>`1`.as('valid'))
    .where('id', '=', claim.id)
    .where('epoch', '=', claim.epoch)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (!row) throw new StaleClaimError(claim);
}
