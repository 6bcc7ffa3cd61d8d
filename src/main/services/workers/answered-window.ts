import type { TimeSpan } from '../../../shared/time.ts';
import type { TaskOutcome } from '../../../shared/worker-protocol.ts';
import type { TranscribedWindow } from '../../engine/words/transcribe-window.ts';

/** The engine's times may end a little after the sound. */
const LATE_MS = 1_000;

type Transcribed = Extract<TaskOutcome, { outcome: 'transcribed' }>;

/** The words of a worker as those of an engine here; null for what no engine says of a window as long as this. */
export function answeredWindow(
  { segments, suppressed, ...window }: Transcribed,
  durationMs: number,
): TranscribedWindow | null {
  const whole = { startMs: 0, endMs: durationMs + LATE_MS };
  const heard = segments.map((segment) => ({
    ...ofWire(segment),
    words: segment.words.map(ofWire),
  }));
  const left = suppressed.map(ofWire);
  const isSound =
    areIn(whole, heard) &&
    heard.every((segment) => segment.endMs > segment.startMs && areIn(segment, segment.words)) &&
    left.every((text) => areIn(whole, [text]));
  if (!isSound) return null;
  return {
    language: window.language,
    noSpeechProb: window.no_speech_prob,
    rescued: window.rescued,
    segments: heard,
    suppressed: left,
    suspicious: false,
  };
}

function ofWire<Wired extends { start_ms: number; end_ms: number }>({
  start_ms: startMs,
  end_ms: endMs,
  ...rest
}: Wired): Omit<Wired, 'start_ms' | 'end_ms'> & TimeSpan {
  return { startMs, endMs, ...rest };
}

/** Whether these lie within the whole, one after the other. */
function areIn({ startMs, endMs }: TimeSpan, spans: readonly TimeSpan[]): boolean {
  let at = startMs;
  return spans.every((span) => {
    const fits = span.startMs >= at && span.endMs >= span.startMs && span.endMs <= endMs;
    at = span.startMs;
    return fits;
  });
}
