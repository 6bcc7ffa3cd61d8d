import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { shift } from '../../../shared/time.ts';
import type { TranscribedWindow } from '../../engine/words/transcribe-window.ts';
import type { WindowAsk } from '../../repositories/transcripts/window.repository.ts';
import type { WindowResult } from '../../repositories/transcripts/write-window.ts';

/** The words of a window, with times within it, or why there are none. */
export type WindowOutcome = TranscribedWindow | { failed: ErrorCode };

/** The speaker's name when speakers are not distinguished. */
const ONE_SPEAKER = 'Speaker 1';

/** What is stored of a window: its words at their times in the recording, and who transcribed it. */
export function resultOf(
  { startMs, ask }: { startMs: number; ask: Pick<WindowAsk, 'language' | 'translate'> },
  outcome: WindowOutcome,
  { model, machine }: { model: string; machine: string | null },
): Omit<WindowResult, 'index'> {
  if ('failed' in outcome) {
    return {
      language: ask.language,
      noSpeechProb: 0,
      segments: [],
      suppressed: [],
      error: outcome.failed,
      rescued: false,
      model,
      machine: null,
    };
  }
  return {
    language: outcome.language,
    noSpeechProb: outcome.noSpeechProb,
    segments: outcome.segments.map((segment) => ({
      ...shift(segment, startMs),
      language: ask.translate ? 'en' : segment.language,
      speaker: ONE_SPEAKER,
      words: segment.words.map((word) => shift(word, startMs)),
    })),
    suppressed: outcome.suppressed.map((text) => shift(text, startMs)),
    error: null,
    rescued: outcome.rescued,
    model,
    machine,
  };
}
