import { create } from 'zustand';
import type { CueEdit, EditCues } from '../../../../shared/subtitles/cue-edits.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';
import { useEdits } from './edit-store.ts';

type CueStore = {
  /** The transcription they belong to. */
  id: string | null;
  /** The cues edited by hand; none until loaded. */
  edits: readonly CueEdit[];
  /** The states before each change, for undo. */
  before: readonly (readonly CueEdit[])[];
  saving: boolean;
  load: (id: string) => Promise<void>;
  /** Replaces the cues of some words; with `null` they are made of the words again. */
  write: (edit: EditCues) => Promise<void>;
  writeNone: () => Promise<void>;
  undo: () => Promise<void>;
};

const NONE: readonly CueEdit[] = [];

/** The subtitles of the open transcript that were edited by hand. */
export const useCues = create<CueStore>()((set, get) => {
  /** One change after the other; a change that cannot be stored is reverted. */
  const store = (make: (id: string) => Promise<readonly CueEdit[]>, undoing = false) =>
    notify(async () => {
      const { id, edits, before } = get();
      if (id === null || get().saving) return;
      set({ saving: true });
      try {
        // The service stores with them what the transcript says at that time.
        await useEdits.getState().save();
        const stored = await make(id);
        if (get().id !== id) return;
        set({ edits: stored, before: undoing ? before.slice(0, -1) : [...before, edits] });
      } finally {
        set({ saving: false });
      }
    });

  const removeAll = async (id: string) => {
    await client.removeCueEdits(id);
    return NONE;
  };

  return {
    id: null,
    edits: NONE,
    before: [],
    saving: false,

    load: (id) =>
      notify(async () => {
        if (get().id !== id) set({ id, edits: NONE, before: [] });
        const { data } = await client.listCueEdits(id);
        if (get().id === id) set({ edits: data });
      }),

    write: (edit) => store(async (id) => (await client.editCues(id, edit)).data),
    writeNone: () => store(removeAll),

    undo: async () => {
      const wanted = get().before.at(-1);
      if (!wanted) return;
      await store(async (id) => {
        let stored = get().edits;
        const isThere = (edit: CueEdit, all: readonly CueEdit[]) =>
          all.some((other) => JSON.stringify(other) === JSON.stringify(edit));
        for (const { from, to } of stored.filter((edit) => !isThere(edit, wanted))) {
          stored = (await client.editCues(id, { from, to, cues: null })).data;
        }
        for (const { from, to, cues } of wanted.filter((edit) => !isThere(edit, stored))) {
          stored = (await client.editCues(id, { from, to, cues: [...cues] })).data;
        }
        return stored;
      }, true);
    },
  };
});
