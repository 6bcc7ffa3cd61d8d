import type { ServerEvent } from '../../../shared/server-event.ts';
import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';
import { client } from '../api/client.ts';
import { formatProgress } from '../text/format.ts';
import { createStore } from './create-store.ts';
import { notify } from './toasts.ts';

/** How far its download is, or why the last one failed; null where there is nothing to tell. */
export function describeDownload({ status }: Pick<typeof INITIAL, 'status'>): string | null {
  const share = downloadedShare(status);
  if (share !== null) return `Downloading yt-dlp… ${formatProgress(share)}`;
  return status?.failure ? `The last download failed: ${status.failure}` : null;
}

/** 0–1; null while it is not downloaded. */
export function downloadedShare(status: YtDlpStatus | null): number | null {
  if (!status?.download) return null;
  const { received_bytes, total_bytes } = status.download;
  return total_bytes ? Math.min(1, received_bytes / total_bytes) : 0;
}

const INITIAL = {
  /** `null` until loaded. */
  status: null as YtDlpStatus | null,
  /** The action in progress; it may take a while. */
  doing: null as 'update' | 'revert' | null,
  /** The result of the last action; read out by screen readers. */
  news: '',
};

export const useYtDlp = createStore(INITIAL, (set, get) => {
  const change = async (doing: 'update' | 'revert', run: () => Promise<YtDlpStatus>) => {
    const before = get().status?.version ?? null;
    set({ doing, news: '' });
    await notify(async () => {
      const status = await run().catch(unlessTold);
      if (!status) return;
      const same = status.version === before;
      set({
        status,
        news: same
          ? 'This is already the newest version.'
          : `Version ${status.version} is now in use.`,
      });
    });
    set({ doing: null });
  };

  /** Why a download failed is part of the status, which is shown wherever one can be started. */
  const unlessTold = async (thrown: unknown): Promise<null> => {
    const status = await client.getYtDlp();
    set({ status });
    if (status.failure === null) throw thrown;
    return null;
  };

  return {
    onEvent: (event: ServerEvent) => {
      if (event.type === 'yt_dlp') set({ status: event.yt_dlp });
    },
    load: () => notify(async () => set({ status: await client.getYtDlp(), news: '' })),
    update: () => change('update', client.updateYtDlp),
    revert: () => change('revert', client.revertYtDlp),
  };
});
