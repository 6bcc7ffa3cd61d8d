import { create } from 'zustand';
import type { ServerEvent } from '../../../shared/api.ts';
import { ApiError } from '../../../shared/client.ts';
import type { EditedSegments } from '../../../shared/editing.ts';
import type { Transcription } from '../../../shared/transcription.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { notify } from './toasts.ts';
import { type SegmentChange, withChanges, withSaved } from './transcript-changes.ts';

type TranscriptStore = {
  /** The transcription whose page is open. */
  id: string | null;
  transcription: Transcription | null;
  /** How loud the recording is, eight times a second; `null` until it is known. */
  peaks: Uint8Array | null;
  /** Why it cannot be shown. */
  problem: 'deleted' | 'failed' | null;
  message: string;
  open: (id: string) => Promise<void>;
  /** Loads the open one again, after a lost connection. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  /** Shows changes that are not stored yet. */
  change: (changes: readonly SegmentChange[]) => void;
  /** Takes over what the service made of an edit; segments in `newer` were changed again since. */
  saved: (edited: EditedSegments, newer: ReadonlySet<number>) => void;
  /** Names a speaker everywhere. */
  renameSpeaker: (speaker: number, name: string | null) => Promise<void>;
};

const closed = { transcription: null, peaks: null, problem: null, message: '' };

export const useTranscript = create<TranscriptStore>()((set, get) => {
  const loadPeaks = async (id: string) => {
    const peaks = await client.waveform(id).catch(() => null);
    if (get().id === id) set({ peaks });
  };

  return {
    id: null,
    ...closed,

    open: async (id) => {
      if (get().id !== id) set({ id, ...closed });
      try {
        const transcription = await client.getTranscription(id);
        if (get().id !== id) return;
        set({ transcription, problem: null });
        if (transcription.result?.media && !get().peaks) void loadPeaks(id);
      } catch (thrown) {
        if (get().id !== id) return;
        const gone = thrown instanceof ApiError && thrown.code === 'not_found';
        set({ problem: gone ? 'deleted' : 'failed', message: errorText(thrown) });
      }
    },

    reload: async () => {
      const { id, open } = get();
      if (id) await open(id);
    },

    apply: (event) => {
      const { id, transcription, open } = get();
      if (event.type === 'transcription_deleted' && event.id === id) {
        set({ transcription: null, problem: 'deleted' });
      }
      if (event.type !== 'transcription' || event.transcription.id !== id || !transcription) return;
      // Neither the words nor the chapters are in the event; the revision goes with the words.
      const { revision, result } = transcription;
      const source = { ...transcription.source, ...event.transcription.source };
      set({ transcription: { ...event.transcription, source, revision, result } });
      if (event.transcription.status === 'completed' && !transcription.result) void open(id);
    },

    change: (changes) => {
      const { transcription } = get();
      if (!transcription?.result) return;
      set({
        transcription: { ...transcription, result: withChanges(transcription.result, changes) },
      });
    },

    saved: (edited, newer) => {
      const { transcription } = get();
      if (!transcription?.result) return;
      const result = withSaved(transcription.result, edited, newer);
      set({ transcription: { ...transcription, revision: edited.revision, result } });
    },

    renameSpeaker: (speaker, name) =>
      notify(async () => {
        const { id } = get();
        if (id === null) return;
        const transcription = await client.renameSpeaker(id, speaker, name);
        if (get().id === id) set({ transcription });
      }),
  };
});
