import { create } from 'zustand';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { toasts } from '../toasts.ts';
import {
  type Edit,
  type EditStep,
  emptyHistory,
  type History,
  redo,
  undo,
  withEdit,
} from './edit-history.ts';
import { sendChanges } from './send-changes.ts';
import { confirmedWords, type SegmentChange } from './transcript-changes.ts';
import { useTranscript } from './transcript-store.ts';

/** Typing goes on for a moment before it is stored. */
const PAUSE_MS = 800;

type EditStore = {
  history: History;
  /** The segment whose text is being written in. */
  editing: number | null;
  saving: boolean;
  labeling: boolean;
  /** Why the last try to store failed. */
  problem: string | null;
  edit: (id: number | null) => void;
  /** Changes segments at once, and stores that soon. */
  change: (changes: readonly SegmentChange[], session?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Names a speaker everywhere; `null` takes the name away. */
  renameSpeaker: (speaker: number, name: string | null) => Promise<void>;
  /** Has the voices told apart anew, as many as are expected. What was done before cannot be taken back then. */
  labelSpeakers: (expected: number | null) => Promise<void>;
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

  const step = (next: [EditStep, History] | null) => {
    if (!next) return;
    const [made, history] = next;
    set({ history, editing: null });
    if ('changes' in made) show(made.changes);
    else void giveName(made.speaker, made.name);
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
        title: 'Your changes are not saved yet',
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

  /** What is not stored yet is stored before, for the service's answer is the whole transcript. */
  const remake = (make: (id: string) => Promise<Transcription>) => {
    void get().save();
    storing = storing.then(() => useTranscript.getState().remake(make));
    return storing;
  };

  const giveName = (speaker: number, name: string | null) =>
    remake((id) => client.renameSpeaker(id, speaker, { name }));

  return {
    ...fresh,
    saving: false,
    labeling: false,

    edit: (editing) => set({ editing }),

    change: (changes, session) => {
      const segments = useTranscript.getState().transcription?.result?.segments ?? [];
      const before = changes.flatMap(({ id }) => {
        const segment = segments[id];
        if (!segment) return [];
        const { text, speaker_id } = segment;
        return [{ id, text, speaker_id, confirmed_words: confirmedWords(segment) }];
      });
      const edit: Edit = {
        before: { changes: before },
        after: { changes },
        session: session ?? null,
      };
      set({ history: withEdit(get().history, edit) });
      show(changes);
    },

    undo: () => step(undo(get().history)),
    redo: () => step(redo(get().history)),

    renameSpeaker: async (speaker, name) => {
      const speakers = useTranscript.getState().transcription?.result?.speakers ?? [];
      const before = speakers.find(({ id }) => id === speaker)?.name ?? null;
      if (name === before) return;
      const edit: Edit = {
        before: { speaker, name: before },
        after: { speaker, name },
        session: null,
      };
      set({ history: withEdit(get().history, edit) });
      await giveName(speaker, name);
    },

    labelSpeakers: async (expected) => {
      set({ labeling: true, editing: null });
      await remake((id) => client.labelSpeakers(id, { speakers_expected: expected }));
      set({ labeling: false, history: emptyHistory });
    },

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
