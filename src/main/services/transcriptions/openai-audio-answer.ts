import { deflateSync } from 'node:zlib';
import type {
  AudioDiarized,
  AudioForm,
  AudioText,
  AudioVerbose,
} from '../../../shared/openai-audio.ts';
import type {
  Transcription,
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';

/** Avoids the logarithm of zero. */
const LEAST_CONFIDENCE = 1e-4;
const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });

/** A completed transcription in one of the JSON formats of OpenAI's audio API. */
export function toAudioAnswer(
  transcription: Transcription & { result: TranscriptionResult },
  form: Pick<AudioForm, 'response_format' | 'timestamp_granularities[]'>,
  task: AudioVerbose['task'],
): AudioText | AudioVerbose | AudioDiarized {
  const { result, duration_seconds, language } = transcription;
  const { text, segments } = result;
  const duration = duration_seconds ?? 0;
  const usage = { type: 'duration', seconds: duration } as const;
  switch (form.response_format) {
    case 'verbose_json': {
      const granularities = form['timestamp_granularities[]'];
      return {
        task,
        language: nameOf(language),
        duration,
        text,
        ...(granularities.includes('segment') && { segments: segments.map(toVerboseSegment) }),
        ...(granularities.includes('word') && { words: segments.flatMap(toWords) }),
        usage,
      };
    }
    case 'diarized_json':
      return { task: 'transcribe', duration, text, segments: toSpoken(segments), usage };
    default:
      return { text, usage };
  }
}

/** Who says what, one entry per segment. */
export function toSpoken(segments: readonly TranscriptSegment[]): AudioDiarized['segments'] {
  return segments.map(({ id, start, end, text, speaker }) => ({
    type: 'transcript.text.segment',
    id: `seg_${id}`,
    start,
    end,
    text,
    speaker,
  }));
}

function toVerboseSegment({ id, start, end, text, confidence, flags }: TranscriptSegment) {
  const bytes = Buffer.from(text);
  return {
    id,
    seek: Math.round(start * 100),
    start,
    end,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: Math.log(Math.max(confidence, LEAST_CONFIDENCE)),
    compression_ratio: bytes.length / deflateSync(bytes).length,
    no_speech_prob: flags?.includes('no_speech') ? 1 : 0,
  };
}

function toWords({ words }: TranscriptSegment) {
  return words.map(({ text, start, end }) => ({ word: text, start, end }));
}

function nameOf(language: string | null): string {
  return language === null ? 'unknown' : (ENGLISH.of(language) ?? language).toLowerCase();
}
