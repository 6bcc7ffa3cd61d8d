import { segmentsShown } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { findDoubts } from './doubts.ts';

/** To the next doubtful word, or the one before; begins the review when there is none. */
export function stepDoubt(step: 1 | -1): void {
  const { doubt } = useFind.getState();
  const { length } = findDoubts(segmentsShown());
  if (doubt === null) useFind.setDoubt(0);
  else if (length > 0) useFind.setDoubt((Math.min(doubt, length - 1) + step + length) % length);
}
