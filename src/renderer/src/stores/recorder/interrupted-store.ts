import { ApiError } from '../../../../shared/client.ts';
import type { LiveRecording } from '../../../../shared/recordings.ts';
import { client } from '../../api/client.ts';
import { lockWhenFree } from '../../recorder/recording-lock.ts';
import { createSender, type Sender } from '../../recorder/sender.ts';
import type { Take } from '../../recorder/spool.ts';
import { createStore } from '../create-store.ts';
import { notify, toasts } from '../toasts.ts';
import { spool, useRecorder } from './recorder-store.ts';

/** A recording whose page closed or crashed: all that this browser kept of it is with the service now. */
export type Interrupted = { take: Take; recording: LiveRecording };

const INITIAL = {
  found: [] as readonly Interrupted[],
};

export const useInterrupted = createStore(INITIAL, (set) => {
  const held = new Map<string, { sender: Sender; release: () => void }>();
  /** Another page has them still, or they are being sent. */
  const awaited = new Set<string>();

  const forget = (key: string) => {
    held.get(key)?.release();
    held.delete(key);
    set(({ found }) => ({ found: found.filter(({ take }) => take.key !== key) }));
  };

  const salvage = async (key: string): Promise<void> => {
    const release = await lockWhenFree(key);
    // Whoever had it may have finished it.
    const kept = (await takes()).find((take) => take.key === key);
    if (!release || !kept) return release?.();
    try {
      const sender = await createSender({ take: kept, spool, onChange: () => {} });
      held.set(key, { sender, release });
      await sender.drain();
      const take = sender.take();
      const recording = take.recordingId ? await known(take.recordingId) : null;
      if (recording?.status === 'recording' || recording?.status === 'paused')
        return set(({ found }) => ({ found: [...found, { take, recording }] }));
      await spool.dropTake(key);
      tellEnded(recording);
    } catch {
      // It stays in the spool, for the next page.
    }
    forget(key);
  };

  return {
    /** Looks for recordings that no page makes any more, or as soon as none does, and sends what is left of them. */
    async reload() {
      for (const { key } of await takes()) {
        if (held.has(key) || awaited.has(key)) continue;
        awaited.add(key);
        void salvage(key).finally(() => awaited.delete(key));
      }
    },
    async goOn({ take, recording }: Interrupted) {
      const { release } = held.get(take.key) ?? {};
      if (!release || useRecorder.getState().phase !== 'ready') return;
      const nextNumber = take.firstPiece + recording.next_piece;
      const onChange = useRecorder.setState;
      const sender = await createSender({ take, spool, nextNumber, onChange });
      const startMs = take.firstMs + Math.round(recording.duration * 1000);
      const silentMs = Math.max(0, Date.now() - take.heardAt);
      const gapMs = recording.status === 'paused' ? 0 : silentMs;
      held.delete(take.key);
      forget(take.key);
      useRecorder.goOn(take, sender, { startMs, gapMs, release });
    },
    async finish({ take }: Interrupted) {
      const { sender } = held.get(take.key) ?? {};
      const id = await notify(async () => {
        const done = await sender?.finish();
        forget(take.key);
        return done?.transcription_id;
      });
      return id ?? null;
    },
    discard: ({ take }: Interrupted) =>
      notify(async () => {
        await held.get(take.key)?.sender.discard();
        forget(take.key);
      }),
  };
});

const takes = (): Promise<Take[]> => spool.takes().catch(() => []);

/** `null` where the service knows it no longer. */
async function known(id: string): Promise<LiveRecording | null> {
  try {
    return await client.getRecording(id);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return null;
    throw thrown;
  }
}

function tellEnded(recording: LiveRecording | null): void {
  if (!recording?.transcription_id) return;
  toasts.add({
    title: 'An interrupted recording was finished',
    description: `“${recording.title}” has everything that was recorded.`,
    timeout: 0,
    data: { href: `/t/${recording.transcription_id}` },
  });
}
