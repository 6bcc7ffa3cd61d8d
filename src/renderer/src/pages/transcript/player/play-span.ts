import type { TimeSpan } from '../../../../../shared/time.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

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
