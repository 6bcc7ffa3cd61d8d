import type { TimeSpan } from '../../../shared/time.ts';
import type { Engine, WindowTranscript } from '../engine.ts';
import { clipToSpeech } from './clip-words.ts';
import { type JudgedWindow, judgeWindow } from './judge-window.ts';
import { toSegments } from './words.ts';

export type HeardWindow = JudgedWindow & { language: string; noSpeechProb: number };

/** Whisper's way out of a loop: less of the likeliest, more of chance. */
const SECOND_TRIES = [0.4, 0.8];
/** A second try that is less sure than the first by more than this is chance alone. */
const MOST_DOUBT = 0.1;

/**
 * Hears one window and judges it. What goes round in circles or is too fast is heard again at higher temperatures, and
 * replaced by the first try that does not and is about as sure; otherwise the first stays, flagged.
 * @param speech where somebody speaks, from the start of the window
 */
export async function hearWindow(
  engine: Pick<Engine, 'transcribe'>,
  pcm: Uint8Array,
  options: { language: string; speech: readonly TimeSpan[]; signal: AbortSignal },
): Promise<HeardWindow> {
  const { language, speech, signal } = options;
  const first = judge(await engine.transcribe(pcm, { language, signal }), speech);
  if (!first.suspicious) return first;
  for (const temperature of SECOND_TRIES) {
    const heard = await engine.transcribe(pcm, { language, temperature, signal });
    const again = judge(heard, speech);
    if (!again.suspicious && sureness(again) >= sureness(first) - MOST_DOUBT) return again;
  }
  return first;
}

function judge(heard: WindowTranscript, speech: readonly TimeSpan[]): HeardWindow {
  const judged = judgeWindow(toSegments(heard), speech, heard.noSpeechProb);
  const { language, noSpeechProb } = heard;
  return { ...judged, segments: clipToSpeech(judged.segments, speech), language, noSpeechProb };
}

function sureness({ segments }: JudgedWindow): number {
  const words = segments.flatMap((segment) => segment.words);
  return words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
}
