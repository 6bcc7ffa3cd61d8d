import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { findDoubts } from './doubts.ts';

/** To the next doubtful word, or the one before; begins the review when there is none. */
export function stepDoubt(segments: readonly TranscriptSegment[], step: 1 | -1): void {
  const { doubt, setDoubt } = useFind.getState();
  const { length } = findDoubts(segments);
  if (doubt === null) setDoubt(0);
  else if (length > 0) setDoubt((Math.min(doubt, length - 1) + step + length) % length);
}
