/** Hours of known sentences, put together from the fixture pool. */
import { type Composed, loadPool } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';

export const HOUR_MS = 3_600_000;

/** The same sentences over and over until an hour is full; the last one is cut off where it stands. */
export function composeHour(pool = loadPool()): Composed {
  const clips = clipsIn('en', 1000);
  const sentences = Array.from({ length: 60 }, () => clips).flat();
  let lengthMs = 0;
  const fitting = sentences.filter((clip) => {
    lengthMs += (clip.end - clip.start) * 1000 + 100 + 400;
    return lengthMs < HOUR_MS;
  });
  return compose(pool, fitting);
}
