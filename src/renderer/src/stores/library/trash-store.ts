import { isTerminal } from '../../../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { createListStore, createStore } from '../create-store.ts';
import { notify, toasts } from '../toasts.ts';
import { eachRecording, showRecording } from './change-recordings.ts';
import { useLibrary } from './library-store.ts';

/** How long a deletion can be undone at once; afterwards it can be restored from the trash. */
const UNDO_MS = 8000;

/** More than these go to the trash at once: a page that is being closed could not send so many requests. */
const FEW = 20;

const INITIAL = {
  /** Removed from the list, but not yet from the service: until then they can be restored. */
  hidden: new Set() as ReadonlySet<string>,
};

export const useRemovals = createStore(INITIAL, (set, get) => {
  const show = (ids: readonly string[]) =>
    set(({ hidden }) => ({ hidden: hidden.difference(new Set(ids)) }));

  /** Whether all of them are in the trash; a message tells of the rest. */
  const deleteNow = async (ids: readonly string[]): Promise<boolean> => {
    const isDone = await notify(async () => {
      await eachRecording(ids, async (id) => showRecording(await client.trashTranscription(id)));
      return true;
    });
    show(ids);
    return isDone ?? false;
  };

  const restore = (ids: readonly string[]) =>
    notify(async () => {
      await eachRecording(ids, async (id) => showRecording(await client.restoreTranscription(id)));
    });

  const take = (ids: readonly string[], name: string, atOnce: readonly string[] = []) => {
    set(({ hidden }) => ({ hidden: hidden.union(new Set(ids)) }));
    const later = ids.filter((id) => !atOnce.includes(id));
    const gone = deleteNow(atOnce);
    let undone = false;
    const toast = toasts.add({
      title: `Deleted ${name}`,
      description: 'Kept in the trash for 30 days.',
      timeout: UNDO_MS,
      actionProps: {
        children: 'Undo',
        onClick: () => {
          undone = true;
          show(later);
          void gone.then(() => restore(atOnce));
          toasts.close(toast);
        },
      },
      onClose: () => {
        if (!undone) void deleteNow(later);
      },
    });
    // What has failed is not said to be done.
    void gone.then((isDone) => isDone || toasts.close(toast));
  };

  // A user who leaves the page does not come back to undo.
  window.addEventListener('pagehide', () => {
    for (const id of get().hidden) void client.trashTranscription(id, { keepalive: true });
  });

  return {
    /** Removes recordings from the list and moves them to the trash a little later, unless that is undone. */
    remove: (ids: readonly string[], name: string) => {
      const { byId } = useLibrary.getState();
      const isOver = (id: string) => isTerminal(byId.get(id)?.status ?? 'completed');
      take(ids, name, ids.length > FEW ? ids.filter(isOver) : []);
    },
    /** Removes versions; finished ones go to the trash at once, for only then another one stands for the recording. */
    removeVersions: (versions: readonly TranscriptionSummary[], name: string) => {
      const over = versions.filter(({ status }) => isTerminal(status)).map(({ id }) => id);
      take(
        versions.map(({ id }) => id),
        name,
        over,
      );
    },
  };
});

const PAGE = 100;

/** The recordings deleted in the last 30 days, the newest recording first. */
export const useTrash = createListStore(
  (from) => client.listTranscriptions({ trash: true, limit: PAGE, ...from }),
  (event, before) => {
    const id = event.type === 'transcription' ? event.transcription.id : undefined;
    const gone = event.type === 'transcription_deleted' ? event.id : id;
    const others = before?.items.filter((item) => item.id !== gone) ?? [];
    const fresh =
      event.type === 'transcription' && event.transcription.trashed_at !== null
        ? [event.transcription]
        : [];
    // What concerns others, such as their progress, is no news.
    if (!before || (fresh.length === 0 && others.length === before.items.length)) return null;
    return { ...before, items: [...fresh, ...others] };
  },
);
