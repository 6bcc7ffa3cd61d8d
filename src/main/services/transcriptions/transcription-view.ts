import { NO_PROJECT } from '../../../shared/projects.ts';
import { toSeconds } from '../../../shared/time.ts';
import type {
  SourceInfo,
  Transcription,
  TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import type { RecordingFilters } from '../../../shared/transcription/transcription-list.ts';
import type { TranscriptionOptions } from '../../../shared/transcription/transcription-options.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { RecordingConditions } from '../../repositories/jobs/transcription-list.ts';
import type { StoredResult } from '../../repositories/transcripts/stored-result.ts';
import { toResult } from './result-view.ts';

/** The filters of a list, as the repositories take them. */
export function toConditions(filters: RecordingFilters): RecordingConditions {
  const { status, created_after, created_before, language, tag, favorite, project_id } = filters;
  return {
    statuses: status,
    createdAfter: toMs(created_after),
    createdBefore: toMs(created_before),
    language,
    tag,
    favorite,
    projectId: project_id === NO_PROJECT ? null : project_id,
  };
}

function toMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

/** A job as the API and the window's events show it, without its result. */
export function toSummary(job: Job): TranscriptionSummary {
  const { id, status, stage, progress, warnings, error, language, model, version } = job;
  const { test, revision, tags, favorite } = job;
  return {
    ...{ id, status, stage, progress, warnings, error, language, model, version },
    ...{ test, revision, tags, favorite },
    source: toSource(job),
    duration_seconds: job.durationMs === null ? null : Math.round(job.durationMs / 1000),
    points_spent: job.pointsSpent,
    webhook_url: job.options.webhook_url,
    created_at: new Date(job.createdAt).toISOString(),
    completed_at: job.completedAt === null ? null : new Date(job.completedAt).toISOString(),
    eta_seconds: job.etaMs === null ? null : Math.ceil(job.etaMs / 1000),
    speakers_expected: job.options.speakers_expected,
    options: toOptions(job.options),
    recording_id: job.recordingId,
    metadata: job.options.metadata,
    speaker_count: job.speakerCount,
    text_until: job.textUntilMs === null ? null : toSeconds(job.textUntilMs),
    project_id: job.projectId,
    trashed_at: job.trashedAt === null ? null : new Date(job.trashedAt).toISOString(),
  };
}

/** The complete object, as in `GET` responses and webhooks. */
export function toTranscription(
  job: Job,
  result: StoredResult | null,
  baseUrl: string,
): Transcription {
  return {
    ...toSummary(job),
    source: { ...toSource(job), chapters: job.sourceChapters.map(toChapter) },
    result: result && toResult(job, result, baseUrl),
  };
}

function toOptions(options: Job['options']): TranscriptionOptions {
  const { language, model, speakers_expected, vocabulary, spelling, translate } = options;
  const { speaker_recognition, structure, transcript, track } = options;
  return {
    ...{ language, model, speakers_expected, vocabulary, spelling, translate },
    ...{ speaker_recognition, structure, transcript, track },
  };
}

function toSource(job: Job): SourceInfo {
  return {
    type: job.sourceType,
    url: job.sourceUrl,
    title: job.givenTitle ?? job.sourceTitle,
    uploader: job.sourceUploader,
    thumbnail_url: job.sourceThumbnailUrl,
    tracks: job.sourceTracks,
  };
}

function toChapter({ title, startMs, endMs }: Job['sourceChapters'][number]) {
  return { title, start: toSeconds(startMs), end: toSeconds(endMs) };
}
