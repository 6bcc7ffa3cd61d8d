import { Structured } from '../../shared/structured.ts';
import { joinTexts } from '../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../shared/time.ts';
import type { Segment } from '../../shared/transcript.ts';
import type {
  Transcription,
  TranscriptionResult,
  TranscriptionSummary,
  TranscriptSegment,
} from '../../shared/transcription.ts';
import type { Job } from '../repositories/job.ts';

/** A job as the API and the window's events show it, without its result. */
export function toSummary(job: Job): TranscriptionSummary {
  return {
    id: job.id,
    status: job.status,
    source: { type: job.sourceType, url: job.sourceUrl, title: job.sourceTitle },
    duration_seconds: job.durationMs === null ? null : Math.round(job.durationMs / 1000),
    points_spent: job.pointsSpent,
    webhook_url: job.options.webhook_url,
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
  };
}

/** The whole object: what `GET` answers and webhooks deliver. */
export function toTranscription(
  job: Job,
  result: { segments: readonly Segment[]; structured: string | null } | null,
  baseUrl: string,
): Transcription {
  return {
    ...toSummary(job),
    result: result && toResult(job, result.segments, result.structured, baseUrl),
  };
}

/** The stored words as the result of a completed transcription. `baseUrl` is how callers reach the service. */
function toResult(
  job: Job,
  segments: readonly Segment[],
  structured: string | null,
  baseUrl: string,
): TranscriptionResult {
  const subtitles = (extension: string) =>
    `${baseUrl}/v1/transcriptions/${job.id}/subtitles.${extension}?token=${job.subtitleToken}`;
  return {
    text: joinTexts(segments.map((segment) => segment.text)),
    segments: segments.map(toApiSegment),
    structured: structured === null ? null : Structured.parse(JSON.parse(structured)),
    subtitles: { vtt: subtitles('vtt'), srt: subtitles('srt') },
  };
}

function toApiSegment(segment: Segment): TranscriptSegment {
  return {
    id: segment.id,
    start: toSeconds(segment.startMs),
    end: toSeconds(segment.endMs),
    text: segment.text,
    speaker: segment.speaker,
    language: segment.language,
    confidence: round(segment.confidence),
    words: segment.words.map((word) => ({
      start: toSeconds(word.startMs),
      end: toSeconds(word.endMs),
      text: word.text,
      confidence: round(word.confidence),
    })),
  };
}

function round(probability: number): number {
  return Math.round(probability * 1000) / 1000;
}
