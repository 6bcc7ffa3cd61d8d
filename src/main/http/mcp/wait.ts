import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import type { ToolDependencies } from './tool.ts';

/** Gives the transcription, without words, once it is over, or as it stands when the time is up or the signal aborts. */
export async function waitUntilOver(
  id: string,
  seconds: number,
  {
    transcriptions,
    events,
    clock,
    principal,
  }: Pick<ToolDependencies, 'transcriptions' | 'events' | 'clock' | 'principal'>,
  signal: AbortSignal,
): Promise<Transcription> {
  const over = new AbortController();
  // Listen first and look afterwards, so that nothing falls in between.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription_deleted' && event.id === id) over.abort();
    if (event.type !== 'transcription' || event.transcription.id !== id) return;
    if (isTerminal(event.transcription.status)) over.abort();
  });
  try {
    const now = await transcriptions.get(id, principal, { words: false });
    if (isTerminal(now.status) || seconds === 0) return now;
    // Rejects as soon as either signal aborts, which ends the wait just as well.
    await clock.sleep(seconds * 1000, AbortSignal.any([over.signal, signal])).catch(() => {});
    return await transcriptions.get(id, principal, { words: false });
  } finally {
    unsubscribe();
  }
}
