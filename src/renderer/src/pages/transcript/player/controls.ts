/** What both the buttons and the keys of the player do. */
import type { TimeSpan } from '../../../../../shared/time.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { segmentAt } from '../reading/words-at.ts';
import { usePlayer } from './player-store.ts';

export const SKIP_MS = 5000;

/** Plays the segment that plays now again and again, or goes on. */
export function toggleLoop(): void {
  const { loop, timeMs } = usePlayer.getState();
  const segments = useTranscript.getState().transcription?.result?.segments ?? [];
  const segment = segmentAt(segments, timeMs);
  if (loop || !segment) usePlayer.setLoop(null);
  else usePlayer.setLoop({ startMs: segment.start * 1000, endMs: segment.end * 1000 });
}

/** Plays a part of the recording and stops at its end, unless the user jumps elsewhere meanwhile. */
export function playSpan({ startMs, endMs }: TimeSpan): void {
  usePlayer.setLoop(null);
  usePlayer.seek(startMs);
  usePlayer.play();
  let before = startMs;
  const stop = usePlayer.subscribe(({ timeMs, element }) => {
    const jumped = timeMs < startMs || timeMs < before || timeMs > before + JUMP_MS;
    before = timeMs;
    if (jumped) stop();
    else if (timeMs >= endMs) {
      stop();
      element?.pause();
    }
  });
}

/** Pictures follow each other faster than this, also at three times the speed. */
const JUMP_MS = 2000;
