import { create } from 'zustand';
import type { YtDlpStatus } from '../../../../shared/sources/yt-dlp.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type YtDlpStore = {
  /** `null` until loaded. */
  status: YtDlpStatus | null;
  /** The action in progress; it may take a while. */
  doing: 'update' | 'revert' | null;
  /** The result of the last action; read out by screen readers. */
  news: string;
  load: () => Promise<void>;
  update: () => Promise<void>;
  revert: () => Promise<void>;
};

export const useYtDlp = create<YtDlpStore>()((set, get) => {
  const change = async (doing: 'update' | 'revert', run: () => Promise<YtDlpStatus>) => {
    const before = get().status?.version ?? null;
    set({ doing, news: '' });
    await notify(async () => {
      const status = await run();
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

  return {
    status: null,
    doing: null,
    news: '',
    load: () => notify(async () => set({ status: await client.getYtDlp(), news: '' })),
    update: () => change('update', client.updateYtDlp),
    revert: () => change('revert', client.revertYtDlp),
  };
});
