/** The complete state machine of a transcription: `queued → processing → completed | failed`. */
import type { TranscriptionStatus } from './transcription.ts';

const NEXT: Record<TranscriptionStatus, readonly TranscriptionStatus[]> = {
  // A queued one fails if it is canceled before it starts.
  queued: ['processing', 'failed'],
  // Back to queued when the service stops; the work resumes at the next start.
  processing: ['queued', 'completed', 'failed'],
  completed: [],
  // What goes on with it, or tries again, is a new transcription with the same options.
  failed: [],
};

/** Whether a transcription may change from one status to the other. */
export function canMove(from: TranscriptionStatus, to: TranscriptionStatus): boolean {
  return NEXT[from].includes(to);
}

/** Whether the status is final. */
export function isTerminal(status: TranscriptionStatus): boolean {
  return status === 'completed' || status === 'failed';
}
