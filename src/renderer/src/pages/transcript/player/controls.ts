/** What both the buttons and the keys of the player do. */
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { segmentAt } from '../reading/words-at.ts';

export const SKIP_MS = 5000;

/** Plays the segment that plays now again and again, or goes on. */
export function toggleLoop(): void {
  const { loop, timeMs } = usePlayer.getState();
  const segments = useTranscript.getState().transcription?.result?.segments ?? [];
  const segment = segmentAt(segments, timeMs);
  if (loop || !segment) usePlayer.setLoop(null);
  else usePlayer.setLoop({ startMs: segment.start * 1000, endMs: segment.end * 1000 });
}
