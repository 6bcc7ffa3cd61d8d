import type { ServerEvent } from '../../../shared/server-event.ts';
import { BEAT_EVERY_MS } from '../../../shared/worker-protocol.ts';
import type { Core } from '../../core.ts';

/** Many recordings may be canceled at once, and all workers look then. */
const TOGETHER_MS = 200;

/** Signs of life are answered late, so that workers hear at once which windows are theirs no more. */
export function createWaitingBeats(core: Pick<Core, 'clock' | 'events' | 'closing' | 'onStop'>) {
  const { clock, events, closing, onStop } = core;
  const waiting = new Set<() => void>();
  onStop(
    events.subscribe((event) => {
      if (takesBack(event)) for (const wake of waiting) wake();
    }),
  );

  return {
    /**
     * What `look` finds to be lost now; if that is nothing, `again` says as soon as something may have been taken back.
     * Neither does when the next sign of life is due, or `signal` aborts.
     */
    async lost<Lost>(
      look: () => Promise<Lost[]>,
      signal: AbortSignal,
    ): Promise<{ lost: Lost[]; again: boolean }> {
      const woken = new AbortController();
      const wake = () => woken.abort();
      const over = AbortSignal.any([signal, closing]);
      waiting.add(wake);
      try {
        const lost = await look();
        if (lost.length > 0) return { lost, again: false };
        const wait = AbortSignal.any([over, woken.signal]);
        await clock.sleep(BEAT_EVERY_MS - TOGETHER_MS, wait).catch(() => {});
        const again = woken.signal.aborted && !over.aborted;
        if (again) await clock.sleep(TOGETHER_MS, over).catch(() => {});
        return { lost, again };
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
