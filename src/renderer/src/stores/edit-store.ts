import { create } from 'zustand';
import { ApiError } from '../../../shared/client.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { type Edit, emptyHistory, type History, redo, undo, withEdit } from './edit-history.ts';
import { toasts } from './toasts.ts';
import type { SegmentChange } from './transcript-changes.ts';
import { useTranscript } from './transcript-store.ts';

/** Typing goes on for a moment before it is stored. */
const PAUSE_MS = 800;

type EditStore = {
  history: History;
  /** The segment whose text is being written in. */
  editing: number | null;
  /** What the service does not know yet, by segment. */
  pending: ReadonlyMap<number, SegmentChange>;
  saving: boolean;
  /** Why the last try to store failed. */
  problem: string | null;
  edit: (id: number | null) => void;
  /** Changes segments at once, and stores that soon. */
  change: (changes: readonly SegmentChange[], session?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Stores now what is pending. */
  save: () => Promise<void>;
  /** Leaves the transcript; what is pending is still stored. */
  leave: () => void;
};

const fresh = { history: emptyHistory, editing: null, pending: new Map(), problem: null };

/** Editing with undo, stored by itself. */
export const useEdits = create<EditStore>()((set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (changes: readonly SegmentChange[]) => {
    useTranscript.getState().change(changes);
    const pending = new Map(get().pending);
    for (const change of changes) pending.set(change.id, { ...pending.get(change.id), ...change });
    set({ pending });
    clearTimeout(timer);
    timer = setTimeout(() => void get().save(), PAUSE_MS);
  };

  const step = (next: [readonly SegmentChange[], History] | null) => {
    if (!next) return;
    const [changes, history] = next;
    set({ history, editing: null });
    show(changes);
  };

  /** Sends what is pending; what was changed elsewhere is loaded, and the edit made on top of it. */
  const send = async (id: string, sent: ReadonlyMap<number, SegmentChange>, again: boolean) => {
    const transcript = useTranscript.getState();
    const revision = transcript.transcription?.revision ?? 0;
    try {
      const saved = await client.editSegments(id, { revision, segments: [...sent.values()] });
      const pending = new Map(get().pending);
      for (const [segment, change] of sent) {
        if (pending.get(segment) === change) pending.delete(segment);
      }
      if (useTranscript.getState().id !== id) return;
      set({ pending, problem: null });
      transcript.saved(saved, new Set(pending.keys()));
    } catch (thrown) {
      const elsewhere = thrown instanceof ApiError && thrown.code === 'edited_elsewhere';
      if (!elsewhere || again) throw thrown;
      await transcript.open(id);
      useTranscript.getState().change([...get().pending.values()]);
      await send(id, sent, true);
    }
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

    save: async () => {
      const { pending, saving } = get();
      const { id } = useTranscript.getState();
      if (saving || pending.size === 0 || id === null) return;
      clearTimeout(timer);
      set({ saving: true });
      try {
        await send(id, pending, false);
      } catch (thrown) {
        const problem = errorText(thrown);
        set({ problem });
        toasts.add({
          title: 'Your changes are not stored yet',
          description: problem,
          priority: 'high',
          actionProps: { children: 'Try again', onClick: () => void get().save() },
        });
      } finally {
        set({ saving: false });
      }
      if (get().pending.size > 0 && get().problem === null) void get().save();
    },

    leave: () => {
      void get().save();
      set(fresh);
    },
  };
});
