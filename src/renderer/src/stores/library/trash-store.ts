import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

const PAGE = 100;

type TrashStore = {
  /** The newest recording first; `null` until loaded. */
  items: readonly TranscriptionSummary[] | null;
  nextCursor: string | null;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  restore: (id: string) => Promise<void>;
  /** Permanently. */
  remove: (id: string) => Promise<void>;
  /** Everything, permanently. */
  empty: () => Promise<void>;
};

/** The recordings deleted in the last 30 days. */
export const useTrash = create<TrashStore>()((set, get) => {
  const without = (id: string) =>
    set(({ items }) => ({ items: items?.filter((item) => item.id !== id) ?? null }));
  const load = async () => {
    const page = await client.listTranscriptions({ trash: true, limit: PAGE });
    set({ items: page.data, nextCursor: page.next_cursor });
  };
  return {
    items: null,
    nextCursor: null,
    load: () => notify(load),
    loadMore: () =>
      notify(async () => {
        const { nextCursor: cursor } = get();
        if (cursor === null) return;
        const page = await client.listTranscriptions({ trash: true, limit: PAGE, cursor });
        if (get().nextCursor !== cursor) return;
        set(({ items }) => ({
          items: [...(items ?? []), ...page.data],
          nextCursor: page.next_cursor,
        }));
      }),
    apply: (event) => {
      if (event.type === 'transcription_deleted') without(event.id);
      if (event.type !== 'transcription' || !get().items) return;
      const { transcription } = event;
      without(transcription.id);
      if (transcription.trashed_at !== null) {
        set(({ items }) => ({ items: [transcription, ...(items ?? [])] }));
      }
    },
    restore: (id) =>
      notify(async () => {
        await client.restoreTranscription(id);
        without(id);
      }),
    remove: (id) =>
      notify(async () => {
        await client.deleteTranscription(id);
        without(id);
      }),
    empty: () =>
      notify(async () => {
        await client.emptyTrash();
        await load();
      }),
  };
});
