import { ERRORS } from '../../../shared/error-catalogue.ts';
import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { toSeconds } from '../../../shared/time.ts';
import { divideRecording } from '../../../shared/transcription/coverage.ts';
import type { PlayableMedia } from '../../../shared/transcription/playable-media.ts';
import { Structured } from '../../../shared/transcription/structured.ts';
import type {
  Coverage,
  FailedPart,
  PartialResult,
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { StoredSpeaker } from '../../repositories/speakers/speaker.repository.ts';
import type { FailedRow } from '../../repositories/transcripts/coverage.repository.ts';
import type { StoredResult } from '../../repositories/transcripts/stored-result.ts';
import type { StoredSegment } from '../../repositories/transcripts/stored-segments.ts';
import type { TranscriptSoFar } from '../../repositories/transcripts/transcript-so-far.ts';

/** Builds the result of a completed transcription from its stored words. `baseUrl` is the service's URL for callers. */
export function toResult(job: Job, result: StoredResult, baseUrl: string): TranscriptionResult {
  const subtitles = (extension: string) =>
    `${baseUrl}/v1/transcriptions/${job.id}/subtitles.${extension}?token=${job.subtitleToken}`;
  const { segments, speakers, diarization } = result;
  return {
    text: joinTexts(segments.map((segment) => segment.text)),
    segments: segments.map(toApiSegment),
    suppressed: result.coverage.suppressed.map(({ startMs, endMs, text, reason }) => ({
      start: toSeconds(startMs),
      end: toSeconds(endMs),
      text,
      reason,
    })),
    failed_parts: result.coverage.failed.map(toFailedPart),
    coverage: toCoverage(result, job.durationMs ?? 0),
    speakers: speakers.map(toApiSpeaker),
    diarization: {
      method: diarization?.method ?? 'single',
      model: diarization?.method === 'channels' ? null : (diarization?.model ?? null),
      speaker_count: speakers.length,
      confidence: round(diarization?.confidence ?? 0),
      warning: diarization?.warning ?? null,
    },
    structured: result.structured === null ? null : readStructured(result),
    subtitles: { vtt: subtitles('vtt'), srt: subtitles('srt') },
    media: toMedia(job, baseUrl),
    ...(job.provenance && { provenance: job.provenance }),
  };
}

/** The text so far of a transcription in progress. */
export function toPartial(
  job: Job,
  { segments, untilMs, mediaType }: TranscriptSoFar,
  baseUrl: string,
): PartialResult {
  return {
    text: joinTexts(segments.map((segment) => segment.text)),
    segments: segments.map(toApiSegment),
    until: toSeconds(untilMs),
    media: toMedia({ id: job.id, mediaType }, baseUrl),
  };
}

/** A part that is missing from the text, as the API returns it. */
export function toFailedPart({ startMs, endMs, error }: FailedRow): FailedPart {
  const { message } = ERRORS[error];
  return { start: toSeconds(startMs), end: toSeconds(endMs), error: { code: error, message } };
}

function toCoverage({ coverage }: StoredResult, totalMs: number): Coverage {
  const divided = divideRecording({ ...coverage, totalMs });
  return {
    speech: toSeconds(divided.speechMs),
    silence: toSeconds(divided.silenceMs),
    suppressed: toSeconds(divided.suppressedMs),
    failed: toSeconds(divided.failedMs),
  };
}

function toMedia(job: Pick<Job, 'id' | 'mediaType'>, baseUrl: string): PlayableMedia | null {
  const address = `${baseUrl}/v1/transcriptions/${job.id}`;
  if (job.mediaType === null) return null;
  return { type: job.mediaType, url: `${address}/media`, waveform: `${address}/waveform` };
}

/** Names may have changed since it was made, so they are read from the segments it refers to. */
function readStructured({ structured: stored, segments, structuring }: StoredResult): Structured {
  const structured = Structured.parse(JSON.parse(stored ?? ''));
  const named = <Item extends { speaker: string; segment_ids: number[] }>(item: Item): Item => ({
    ...item,
    speaker: segments[item.segment_ids[0] ?? 0]?.speaker ?? item.speaker,
  });
  return {
    ...structured,
    paragraphs: structured.paragraphs.map(named),
    key_highlights: structured.key_highlights.map(named),
    generator: { ...structured.generator, pending: structuring },
  };
}

export function toApiSegment(segment: StoredSegment): TranscriptSegment {
  return {
    id: segment.id,
    start: toSeconds(segment.startMs),
    end: toSeconds(segment.endMs),
    text: segment.text,
    speaker: segment.speaker,
    speaker_id: segment.speakerId,
    ...(segment.speakerIds && { speakers: segment.speakerIds }),
    edited: segment.edited,
    language: segment.language,
    confidence: round(segment.confidence),
    words: segment.words.map((word) => ({
      start: toSeconds(word.startMs),
      end: toSeconds(word.endMs),
      text: word.text,
      confidence: round(word.confidence),
      ...(word.confirmed && { confirmed: true }),
    })),
    ...(segment.flags?.length ? { flags: segment.flags } : {}),
    ...(segment.paragraph ? { paragraph: segment.paragraph } : {}),
    ...(segment.model !== undefined && { model: segment.model }),
  };
}

function toApiSpeaker(speaker: StoredSpeaker): TranscriptionResult['speakers'][number] {
  return {
    id: speaker.number,
    label: speaker.label,
    name: speaker.name,
    talk_seconds: toSeconds(speaker.talkMs),
    segments: speaker.segments,
    confidence: speaker.confidence === null ? null : round(speaker.confidence),
    voice_id: speaker.voiceId,
  };
}

function round(probability: number): number {
  return Math.round(probability * 1000) / 1000;
}
