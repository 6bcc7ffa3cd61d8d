import { create } from 'zustand';
import { client } from '../../api/client.ts';
import { notify, toasts } from '../toasts.ts';
import { useLibrary } from './library-store.ts';

/** How long a deletion can be taken back. */
const UNDO_MS = 8000;

type RemovalStore = {
  /** Gone from the list, but not yet from the service: until then they can be had back. */
  hidden: ReadonlySet<string>;
  /** Takes recordings out of the list and deletes them for good a little later, unless that is undone. */
  remove: (ids: readonly string[], name: string) => void;
};

export const useRemovals = create<RemovalStore>()((set, get) => {
  const show = (ids: readonly string[]) =>
    set(({ hidden }) => ({ hidden: new Set([...hidden].filter((id) => !ids.includes(id))) }));

  const deleteNow = (ids: readonly string[]) =>
    notify(async () => {
      try {
        for (const id of ids) {
          await client.deleteTranscription(id);
          useLibrary.getState().apply({ type: 'transcription_deleted', id });
        }
      } finally {
        show(ids);
      }
    });

  // Whoever leaves the page does not come back to undo.
  window.addEventListener('pagehide', () => {
    for (const id of get().hidden) void client.deleteTranscription(id);
  });

  return {
    hidden: new Set(),
    remove: (ids, name) => {
      set(({ hidden }) => ({ hidden: new Set([...hidden, ...ids]) }));
      let undone = false;
      const toast = toasts.add({
        title: `Deleted ${name}`,
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
