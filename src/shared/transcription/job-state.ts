/** The state machine of a transcription, whole: `queued → processing → completed | failed`. */
import type { TranscriptionStatus } from './transcription.ts';

const NEXT: Record<TranscriptionStatus, readonly TranscriptionStatus[]> = {
  // A queued one fails when it is canceled before its turn.
  queued: ['processing', 'failed'],
  // Back to queued: the program stopped, and the work goes on at the next start.
  processing: ['queued', 'completed', 'failed'],
  completed: [],
  // A retry makes a new transcription with the same options.
  failed: [],
};

/** Whether a transcription may go from one status to the other. */
export function canMove(from: TranscriptionStatus, to: TranscriptionStatus): boolean {
  return NEXT[from].includes(to);
}

/** Whether nothing more will happen by itself. */
export function isTerminal(status: TranscriptionStatus): boolean {
  return status === 'completed' || status === 'failed';
}
