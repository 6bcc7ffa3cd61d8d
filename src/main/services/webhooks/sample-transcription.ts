import type { Transcription } from '../../../shared/transcription/transcription.ts';

/** The body of a test delivery: a sample in the shape that receivers will get, without a real recording. */
export function sampleTranscription(options: {
  id: string;
  webhookUrl: string;
  test: boolean;
  baseUrl: string;
  at: number;
}): Transcription {
  const at = new Date(options.at).toISOString();
  return {
    id: options.id,
    status: 'completed',
    source: {
      type: 'url',
      url: 'https://example.com/test.mp3',
      title: 'test.mp3',
      uploader: null,
      thumbnail_url: null,
      tracks: [],
      chapters: [],
    },
    duration_seconds: 2,
    points_spent: 0,
    webhook_url: options.webhookUrl,
    test: options.test,
    error: null,
    created_at: at,
    completed_at: at,
    stage: null,
    progress: 1,
    eta_seconds: null,
    warnings: [],
    language: 'en',
    model: null,
    speakers_expected: null,
    options: {
      ...{ language: null, model: null, speakers_expected: null, track: null, transcript: null },
      ...{ vocabulary: [], spelling: [], translate: false },
      ...{ speaker_recognition: false, structure: true },
    },
    recording_id: options.id,
    version: 1,
    metadata: {},
    revision: 0,
    speaker_count: 1,
    tags: [],
    favorite: false,
    text_until: null,
    project_id: null,
    trashed_at: null,
    result: sampleResult(`${options.baseUrl}/v1/transcriptions/${options.id}/subtitles`),
  };
}

function sampleResult(subtitles: string): Transcription['result'] {
  const text = 'This is a test.';
  return {
    text,
    segments: [
      {
        id: 0,
        start: 0,
        end: 2,
        text,
        speaker: 'Speaker 1',
        speaker_id: 1,
        language: 'en',
        confidence: 1,
        edited: false,
        words: [],
      },
    ],
    suppressed: [],
    failed_parts: [],
    coverage: { speech: 2, silence: 0, suppressed: 0, failed: 0 },
    speakers: [
      {
        id: 1,
        label: 'Speaker 1',
        name: null,
        talk_seconds: 2,
        segments: 1,
        confidence: null,
        voice_id: null,
      },
    ],
    diarization: { method: 'single', model: null, speaker_count: 1, confidence: 0, warning: null },
    structured: null,
    subtitles: { vtt: `${subtitles}.vtt`, srt: `${subtitles}.srt` },
    media: null,
  };
}
