import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../errors.ts';
import type { ToolDependencies } from './tool.ts';

type Waiting = Pick<
  ToolDependencies,
  'transcriptions' | 'events' | 'revocations' | 'clock' | 'principal'
>;

/**
 * Gives the transcription, without words, once it is over, or as it stands when the time is up or the signal aborts.
 * @throws not_found; unauthorized when the key is revoked meanwhile
 */
export async function waitUntilOver(
  id: string,
  seconds: number,
  { transcriptions, events, revocations, clock, principal }: Waiting,
  signal: AbortSignal,
): Promise<Transcription> {
  const over = new AbortController();
  const revoked = revocations.watch(principal.keyId);
  // Listen first and look afterwards, so that nothing falls in between.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription_deleted' && event.id === id) over.abort();
    if (event.type !== 'transcription' || event.transcription.id !== id) return;
    if (isTerminal(event.transcription.status)) over.abort();
  });
  try {
    const now = await transcriptions.get(id, principal, { words: false });
    if (isTerminal(now.status) || seconds === 0) return now;
    // Rejects as soon as one of them aborts, which ends the wait just as well.
    const end = AbortSignal.any([over.signal, revoked.signal, signal]);
    await clock.sleep(seconds * 1000, end).catch(() => {});
    if (revoked.signal.aborted) throw new AppError('unauthorized');
    return await transcriptions.get(id, principal, { words: false });
  } finally {
    unsubscribe();
    revoked.release();
  }
}
