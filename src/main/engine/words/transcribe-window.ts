import type { TimeSpan } from '../../../shared/time.ts';
import type { Word } from '../../../shared/transcription/transcript.ts';
import type { Engine, WindowTranscript } from '../engine.ts';
import { intoSegment, overlapMs, type RecognizedSegment, toSegments } from './join-tokens.ts';
import { type JudgedWindow, judgeWindow } from './judge-window.ts';

export type TranscribedWindow = JudgedWindow & {
  language: string;
  noSpeechProb: number;
  /** Whether the graphics card failed and the processor transcribed it instead. */
  rescued: boolean;
};

/** Whisper's way out of a repetition loop: a higher temperature samples less likely tokens. */
const SECOND_TRIES = [0.4, 0.8];
/** A retry whose confidence is lower than the first attempt's by more than this is random. */
const MOST_DOUBT = 0.1;

/**
 * Transcribes one window and checks the result. Text that repeats in a loop or is too fast is retried at higher
 * temperatures, and replaced by the first retry that is neither and about as confident; otherwise the first attempt
 * stays, flagged.
 * @param speech regions of speech, from the start of the window
 */
export async function transcribeWindow(
  engine: Pick<Engine, 'transcribe' | 'info'>,
  pcm: Uint8Array,
  options: {
    /** Null to detect it. */
    language: string | null;
    /** Sets the spelling of names and terms. */
    prompt?: string | null;
    translate?: boolean;
    /** Whether it gets all lanes. */
    alone?: boolean;
    speech: readonly TimeSpan[];
    signal: AbortSignal;
  },
): Promise<TranscribedWindow> {
  const { prompt = null, speech, ...asked } = options;
  const prompted = prompt === null ? asked : { ...asked, prompt };
  const first = judge(await engine.transcribe(pcm, prompted), speech);
  // Parakeet has no temperature that could change the text.
  const mayChange = engine.info.model.architecture === 'whisper';
  if (!first.suspicious || !mayChange) return first;
  // The prompt itself may be what is repeated, so retries go without it.
  for (const temperature of SECOND_TRIES) {
    const transcript = await engine.transcribe(pcm, { ...asked, temperature });
    const again = judge(transcript, speech);
    if (!again.suspicious && sureness(again) >= sureness(first) - MOST_DOUBT) return again;
  }
  return first;
}

function judge(transcript: WindowTranscript, speech: readonly TimeSpan[]): TranscribedWindow {
  const judged = judgeWindow(toSegments(transcript), speech, transcript.noSpeechProb);
  const { language, noSpeechProb, rescued = false } = transcript;
  const segments = clipToSpeech(judged.segments, speech);
  return { ...judged, segments, language, noSpeechProb, rescued };
}

function sureness({ segments }: JudgedWindow): number {
  const words = segments.flatMap((segment) => segment.words);
  return words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
}

/** A word in silence belongs to speech no further away than this. */
const REACH_MS = 400;
/** A single word takes no longer; the rest is a pause. */
const LONGEST_WORD_MS = 1500;
const MIN_WORD_MS = 40;

/**
 * Clips the words of a window to the speech, in order, each at least 40 ms long where possible; a segment spans from
 * its first word to its last. `speech` is ordered and uses the segments' time base.
 */
export function clipToSpeech<Segment extends RecognizedSegment>(
  segments: readonly Segment[],
  speech: readonly TimeSpan[],
): Segment[] {
  let low = 0;
  return segments.map((segment) => {
    const clipped = segment.words.map((word) => ({ ...word, ...clipWord(word, speech) }));
    const startMs = Math.max(low, Math.min(segment.startMs, clipped[0]?.startMs ?? 0));
    const endMs = Math.max(startMs + MIN_WORD_MS, segment.endMs, clipped.at(-1)?.endMs ?? 0);
    const words = intoSegment(clipped, startMs, endMs);
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last) return segment;
    low = last.endMs;
    return { ...segment, startMs: first.startMs, endMs: last.endMs, words };
  });
}

function clipWord(word: Word, speech: readonly TimeSpan[]): TimeSpan {
  const home = homeOf(word, speech);
  if (home === null) return shorten(word);
  const startMs = clamp(word.startMs, home.startMs, home.endMs - MIN_WORD_MS);
  return shorten({ startMs, endMs: clamp(word.endMs, startMs + MIN_WORD_MS, home.endMs) });
}

/** The region a word belongs to: the one it overlaps most, else the nearest within reach. */
function homeOf(word: Word, speech: readonly TimeSpan[]): TimeSpan | null {
  let best: TimeSpan | null = null;
  let most = -REACH_MS;
  for (const region of speech) {
    const shared = overlapMs(word, [region]);
    const gap = Math.max(region.startMs - word.endMs, word.startMs - region.endMs);
    const closeness = shared > 0 ? shared : -Math.max(0, gap);
    if (closeness > most) [best, most] = [region, closeness];
  }
  return best;
}

function shorten({ startMs, endMs }: TimeSpan): TimeSpan {
  return { startMs, endMs: Math.min(endMs, startMs + LONGEST_WORD_MS) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
