import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Principal } from '../principal.ts';
import type { TranscriptionService } from './transcription.service.ts';

/** The longest delay of a JavaScript timer. */
const FOR_EVER_MS = 2 ** 31 - 1;

type Waiting = Pick<Core, 'events' | 'clock'> & {
  transcriptions: Pick<TranscriptionService, 'get'>;
  principal: Principal;
};

/**
 * Returns the transcription, without words, once it has ended, or in its current state when `ms` have passed or
 * `signal` aborts.
 *
 * @throws not_found, also when it is deleted meanwhile; unauthorized when `revoked` aborts
 */
export async function waitUntilOver(
  id: string,
  { transcriptions, events, clock, principal }: Waiting,
  {
    ms = FOR_EVER_MS,
    signal,
    revoked,
  }: { ms?: number; signal: AbortSignal; revoked: AbortSignal | null },
): Promise<Transcription> {
  const over = new AbortController();
  const until = clock.mono() + ms;
  let checkAgain = () => {};
  // Subscribe first and read afterwards, so that no event is missed in between.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription_deleted' && event.id === id) over.abort();
    if (event.type === 'reload') checkAgain();
    if (event.type !== 'transcription' || event.transcription.id !== id) return;
    if (isTerminal(event.transcription.status)) over.abort();
  });
  try {
    for (;;) {
      const missed = new AbortController();
      checkAgain = () => missed.abort();
      const now = await transcriptions.get(id, principal, { words: false });
      const left = until - clock.mono();
      if (isTerminal(now.status) || left <= 0) return now;
      // Rejects as soon as one of them aborts, which ends the wait as well.
      const end = AbortSignal.any([over.signal, signal, ...(revoked ? [revoked] : [])]);
      await clock.sleep(left, AbortSignal.any([missed.signal, end])).catch(() => {});
      if (revoked?.aborted) throw new AppError('unauthorized');
      if (missed.signal.aborted && !end.aborted) continue;
      return await transcriptions.get(id, principal, { words: false });
    }
  } finally {
    unsubscribe();
  }
}
