/** A finished transcription as the API gives it, in which each line is a segment, a paragraph and a chapter. */
import { Structured } from '../../../src/shared/transcription/structured.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';

export type Said = { speaker: string; text: string };

/** As they are when nothing is chosen. */
export const NO_OPTIONS: Transcription['options'] = {
  language: null,
  model: null,
  speakers_expected: null,
  vocabulary: [],
  spelling: [],
  translate: false,
  track: null,
  transcript: null,
  speaker_recognition: false,
  structure: true,
};

const DIARIZATION = {
  method: 'single' as const,
  model: null,
  speaker_count: 1,
  confidence: 0,
  warning: null,
};

const UNFILED = { tags: [], favorite: false, project_id: null, text_until: null, trashed_at: null };

export function finishedTranscription(
  lines: readonly Said[],
  { structure = true, title = 'Talk.mp3' } = {},
): Transcription {
  const times = (id: number) => ({ start: id * 60, end: id * 60 + 30 });
  const segments = lines.map((line, id) => ({
    id,
    ...times(id),
    ...line,
    speaker_id: 1,
    language: 'en',
    confidence: 1,
    words: [],
    edited: false,
  }));
  const structured = {
    paragraphs: lines.map((line, id) => ({ id, ...times(id), ...line, segment_ids: [id] })),
    table_of_contents: lines.map((_, id) => ({
      id,
      ...times(id),
      title: `Part ${id + 1}`,
      summary: '',
      terms: [],
      level: 1,
      first_segment_id: id,
      last_segment_id: id,
    })),
    summary: { text: '', sentences: [] },
    key_highlights: [],
    terms: [],
    generator: { mode: 'extractive' },
  };
  return {
    id: 'trs_x',
    status: 'completed' as const,
    revision: 0,
    test: false,
    speaker_count: 1,
    source: {
      type: 'url',
      url: 'http://a/b',
      title,
      uploader: null,
      thumbnail_url: null,
      tracks: [],
      chapters: [],
    },
    duration_seconds: 3661,
    points_spent: 0,
    webhook_url: null,
    error: null,
    created_at: '2026-01-01T00:00:00.000Z',
    completed_at: '2026-01-01T00:00:00.000Z',
    stage: null,
    progress: 1,
    eta_seconds: null,
    warnings: [],
    language: 'en',
    ...UNFILED,
    model: 'demo',
    speakers_expected: null,
    metadata: {},
    recording_id: 'trs_x',
    version: 1,
    options: { ...NO_OPTIONS, structure },
    result: {
      text: lines.map(({ text }) => text).join(' '),
      segments,
      suppressed: [],
      failed_parts: [],
      coverage: { speech: 0, silence: 0, suppressed: 0, failed: 0 },
      speakers: [],
      diarization: DIARIZATION,
      structured: structure ? Structured.parse(structured) : null,
      subtitles: { vtt: 'http://a/v', srt: 'http://a/s' },
      media: null,
    },
  };
}
