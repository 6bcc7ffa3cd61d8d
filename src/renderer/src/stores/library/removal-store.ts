import { create } from 'zustand';
import { client } from '../../api/client.ts';
import { notify, toasts } from '../toasts.ts';
import { useLibrary } from './library-store.ts';

/** How long a deletion can be taken back at once; then it can be had back from the trash. */
const UNDO_MS = 8000;

type RemovalStore = {
  /** Gone from the list, but not yet from the service: until then they can be had back. */
  hidden: ReadonlySet<string>;
  /** Takes recordings out of the list and moves them to the trash a little later, unless that is undone. */
  remove: (ids: readonly string[], name: string) => void;
};

export const useRemovals = create<RemovalStore>()((set, get) => {
  const show = (ids: readonly string[]) =>
    set(({ hidden }) => ({ hidden: new Set([...hidden].filter((id) => !ids.includes(id))) }));

  const deleteNow = (ids: readonly string[]) =>
    notify(async () => {
      try {
        for (const id of ids) {
          const transcription = await client.trashTranscription(id);
          useLibrary.getState().apply({ type: 'transcription', transcription });
        }
      } finally {
        show(ids);
      }
    });

  // Whoever leaves the page does not come back to undo.
  window.addEventListener('pagehide', () => {
    for (const id of get().hidden) void client.trashTranscription(id, { keepalive: true });
  });

  return {
    hidden: new Set(),
    remove: (ids, name) => {
      set(({ hidden }) => ({ hidden: new Set([...hidden, ...ids]) }));
      let undone = false;
      const toast = toasts.add({
        title: `Deleted ${name}`,
        description: 'It stays in the trash for 30 days.',
        timeout: UNDO_MS,
        actionProps: {
          children: 'Undo',
          onClick: () => {
            undone = true;
            show(ids);
            toasts.close(toast);
          },
        },
        onClose: () => {
          if (!undone) void deleteNow(ids);
        },
      });
    },
  };
});
