import type { ServerEvent } from '../../../shared/api.ts';
import { BEAT_EVERY_MS } from '../../../shared/worker-protocol.ts';
import type { Core } from '../../core.ts';

/** Many recordings may be canceled at once, and all workers look then. */
const TOGETHER_MS = 200;

/** Signs of life are answered late, so that workers hear at once which windows are theirs no more. */
export function createWaitingBeats({
  clock,
  events,
  closing,
  onStop,
}: Pick<Core, 'clock' | 'events' | 'closing' | 'onStop'>) {
  const waiting = new Set<() => void>();
  onStop(
    events.subscribe((event) => {
      if (takesBack(event)) for (const wake of waiting) wake();
    }),
  );

  return {
    /**
     * What `look` finds to be lost: now, or as soon as something may have been taken back; nothing when the next sign of
     * life is due, or `signal` aborts.
     */
    async lost<Lost>(look: () => Promise<Lost[]>, signal: AbortSignal): Promise<Lost[]> {
      const woken = new AbortController();
      const wake = () => woken.abort();
      const over = AbortSignal.any([signal, closing]);
      waiting.add(wake);
      try {
        const lost = await look();
        if (lost.length > 0) return lost;
        const wait = AbortSignal.any([over, woken.signal]);
        await clock.sleep(BEAT_EVERY_MS - TOGETHER_MS, wait).catch(() => {});
        if (!woken.signal.aborted || over.aborted) return [];
        await clock.sleep(TOGETHER_MS, over).catch(() => {});
        return await look();
      } finally {
        waiting.delete(wake);
      }
    },
  };
}

function takesBack(event: ServerEvent): boolean {
  if (event.type !== 'transcription') {
    return event.type === 'transcription_deleted' || event.type === 'reload';
  }
  return event.transcription.status === 'failed';
}
