/** A transcription as the core knows it: its row with the JSON columns parsed. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { Provenance } from '../../../shared/transcription/provenance.ts';
import { AudioTrack } from '../../../shared/transcription/tracks.ts';
import {
  CreateTranscription,
  Stage,
  TranscriptionError,
  TranscriptionStatus,
  Warning,
} from '../../../shared/transcription/transcription.ts';
import type { TranscriptionTable } from '../tables.ts';

/** The caller's options, fixed when the job is created; retries and resumed runs read only these. */
export const JobOptions = CreateTranscription.omit({
  url: true,
  reuse: true,
  project_id: true,
});
export type JobOptions = z.infer<typeof JobOptions>;

/** A job that was running at this many crashes without making progress probably causes them. */
export const MAX_CRASHES = 3;

export type Job = {
  id: string;
  seq: number;
  /** The first transcription of the same recording, even if it was deleted. */
  recordingId: string;
  /** Increases with each transcription of the recording. */
  version: number;
  status: TranscriptionStatus;
  stage: Stage | null;
  progress: number;
  etaMs: number | null;
  /** Increases with every claim; a write with an older epoch changes nothing. */
  epoch: number;
  sourceType: string;
  sourceUrl: string;
  /** The host of a link; null for an upload. */
  sourceHost: string | null;
  sourceTitle: string | null;
  /** The title a user gave it. */
  givenTitle: string | null;
  /** The platform's information about the recording. */
  sourceUploader: string | null;
  sourceThumbnailUrl: string | null;
  sourceChapters: SourceChapter[];
  /** The recording's audio tracks; empty until they are known. */
  sourceTracks: AudioTrack[];
  options: JobOptions;
  keyId: string | null;
  /** Whether it belongs to a test key. */
  test: boolean;
  /** Whether points are charged, which is for live keys only. */
  metered: boolean;
  /** The voice memory in which its speakers are looked up. */
  voiceMemory: string;
  subtitleToken: string;
  /** The name of the fetched file in the work folder, once it is complete. */
  mediaName: string | null;
  durationMs: number | null;
  language: string | null;
  model: string | null;
  /** What the text was made with; null before that is known. */
  provenance: Provenance | null;
  pointsSpent: number;
  warnings: Warning[];
  error: TranscriptionError | null;
  createdAt: number;
  completedAt: number | null;
  /** The media type of the recording stored for playback. */
  mediaType: string | null;
  /** Increases with every change of the finished text. */
  revision: number;
  /** How many speakers say something; null until completed. */
  speakerCount: number | null;
  /** The tags a user gave it. */
  tags: string[];
  favorite: boolean;
  /** The project it is in, with its other versions. */
  projectId: string | null;
  /** Null unless it is in the trash. */
  trashedAt: number | null;
  /** Up to where a failed one has text without a gap; null where it has none. */
  textUntilMs: number | null;
};

const StageOrNone = Stage.nullable();
const Warnings = z.array(Warning);
const Tags = z.array(z.string());
const SourceChapters = z.array(z.object({ title: z.string(), startMs: z.int(), endMs: z.int() }));
const AudioTracks = z.array(AudioTrack);
type SourceChapter = z.infer<typeof SourceChapters>[number];

/** Parses a row; throws for a row that does not parse, which means a damaged database. */
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
    sourceTracks: AudioTracks.parse(JSON.parse(row.source_tracks ?? '[]')),
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
    provenance: row.provenance === null ? null : Provenance.parse(JSON.parse(row.provenance)),
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
    projectId: row.project_id,
    trashedAt: row.trashed_at,
    textUntilMs: row.text_until_ms,
  };
}
