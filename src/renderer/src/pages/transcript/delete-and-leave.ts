import { titleOf } from '../../../../shared/transcription/title.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { navigate } from '../../router.ts';
import { useRemovals } from '../../stores/library/trash-store.ts';

/** Deletes a recording and goes back to the library, where that can be undone for a moment. */
export function deleteAndLeave({ id, source }: Transcription): void {
  useRemovals.remove([id], `“${titleOf(source)}”`);
  navigate('/');
}
