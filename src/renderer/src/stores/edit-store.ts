import { create } from 'zustand';
import { errorText } from '../api/error-text.ts';
import { type Edit, emptyHistory, type History, redo, undo, withEdit } from './edit-history.ts';
import { sendChanges } from './send-changes.ts';
import { toasts } from './toasts.ts';
import type { SegmentChange } from './transcript-changes.ts';
import { useTranscript } from './transcript-store.ts';

/** Typing goes on for a moment before it is stored. */
const PAUSE_MS = 800;

type EditStore = {
  history: History;
  /** The segment whose text is being written in. */
  editing: number | null;
  saving: boolean;
  /** Why the last try to store failed. */
  problem: string | null;
  edit: (id: number | null) => void;
  /** Changes segments at once, and stores that soon. */
  change: (changes: readonly SegmentChange[], session?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Stores now what is pending; `keepalive` when the page goes away. */
  save: (options?: { keepalive: boolean }) => Promise<void>;
  /** Leaves the transcript; what is pending is still stored. */
  leave: () => void;
};

const fresh = { history: emptyHistory, editing: null, problem: null };

/** Editing with undo, stored by itself. */
export const useEdits = create<EditStore>()((set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One after the other, so that none is refused for the revision the one before has made.
  let storing = Promise.resolve();

  const show = (changes: readonly SegmentChange[]) => {
    useTranscript.getState().change(changes);
    clearTimeout(timer);
    timer = setTimeout(() => void get().save(), PAUSE_MS);
  };

  const step = (next: [readonly SegmentChange[], History] | null) => {
    if (!next) return;
    const [changes, history] = next;
    set({ history, editing: null });
    show(changes);
  };

  const store = async (id: string, changes: readonly SegmentChange[], keepalive: boolean) => {
    set({ saving: true });
    try {
      await sendChanges(id, changes, keepalive);
      set({ problem: null });
    } catch (thrown) {
      const problem = errorText(thrown);
      set({ problem });
      toasts.add({
        title: 'Your changes are not stored yet',
        description: problem,
        priority: 'high',
        actionProps: {
          children: 'Try again',
          onClick: () => void queue(id, changes),
        },
      });
    } finally {
      set({ saving: false });
    }
  };

  const queue = (id: string, changes: readonly SegmentChange[], keepalive = false) => {
    storing = storing.then(() => store(id, changes, keepalive));
    return storing;
  };

  return {
    ...fresh,
    saving: false,

    edit: (editing) => set({ editing }),

    change: (changes, session) => {
      const segments = useTranscript.getState().transcription?.result?.segments ?? [];
      const before = changes.flatMap(({ id }) => {
        const segment = segments[id];
        return segment ? [{ id, text: segment.text, speaker_id: segment.speaker_id }] : [];
      });
      const edit: Edit = { before, after: changes, session: session ?? null };
      set({ history: withEdit(get().history, edit) });
      show(changes);
    },

    undo: () => step(undo(get().history)),
    redo: () => step(redo(get().history)),

    save: ({ keepalive } = { keepalive: false }) => {
      clearTimeout(timer);
      const { id, pending } = useTranscript.getState();
      if (id === null || pending.size === 0) return storing;
      return queue(id, [...pending.values()], keepalive);
    },

    leave: () => {
      void get().save();
      set(fresh);
    },
  };
});
