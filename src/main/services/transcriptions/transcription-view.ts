import { toSeconds } from '../../../shared/time.ts';
import type {
  SourceInfo,
  Transcription,
  TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import type { EventBus } from '../../events.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { StoredResult } from '../../repositories/transcripts/stored-result.ts';
import { toResult } from './result-view.ts';

/** Tells whoever may see it how a job stands. */
export const announcer =
  (events: EventBus) =>
  (job: Job): void =>
    events.emit({ type: 'transcription', transcription: toSummary(job) }, job);

/** A job as the API and the window's events show it, without its result. */
export function toSummary(job: Job): TranscriptionSummary {
  return {
    id: job.id,
    status: job.status,
    source: toSource(job),
    duration_seconds: job.durationMs === null ? null : Math.round(job.durationMs / 1000),
    points_spent: job.pointsSpent,
    webhook_url: job.options.webhook_url,
    test: job.test,
    error: job.error,
    created_at: new Date(job.createdAt).toISOString(),
    completed_at: job.completedAt === null ? null : new Date(job.completedAt).toISOString(),
    stage: job.stage,
    progress: job.progress,
    eta_seconds: job.etaMs === null ? null : Math.ceil(job.etaMs / 1000),
    warnings: job.warnings,
    language: job.language,
    model: job.model,
    speakers_expected: job.options.speakers_expected,
    metadata: job.options.metadata,
    revision: job.revision,
    speaker_count: job.speakerCount,
  };
}

/** The whole object: what `GET` answers and webhooks deliver. */
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

function toSource(job: Job): SourceInfo {
  return {
    type: job.sourceType,
    url: job.sourceUrl,
    title: job.givenTitle ?? job.sourceTitle,
    uploader: job.sourceUploader,
    thumbnail_url: job.sourceThumbnailUrl,
  };
}

function toChapter({ title, startMs, endMs }: Job['sourceChapters'][number]) {
  return { title, start: toSeconds(startMs), end: toSeconds(endMs) };
}
