import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import { ApiError } from '../../../../shared/client.ts';
import type { EditedSegments } from '../../../../shared/transcription/editing.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { notify } from '../toasts.ts';
import { mergeChanges, type SegmentChange, withChanges, withStored } from './transcript-changes.ts';

type SegmentsEvent = Extract<ServerEvent, { type: 'transcription.segments' }>;

type TranscriptStore = {
  /** The transcription whose page is open. */
  id: string | null;
  transcription: Transcription | null;
  /** What was changed here and is not stored yet, by segment; it is part of `transcription`. */
  pending: ReadonlyMap<number, SegmentChange>;
  /** How loud the recording is, eight times a second; `null` until it is known. */
  peaks: Uint8Array | null;
  /** Why it cannot be shown. */
  problem: 'deleted' | 'failed' | null;
  message: string;
  open: (id: string) => Promise<void>;
  /** Loads the open one again, after a lost connection. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  /** Changes segments at once; they are pending then. */
  change: (changes: readonly SegmentChange[]) => void;
  /** Takes over what the service made of the changes it was sent. */
  stored: (id: string, edited: EditedSegments, sent: readonly SegmentChange[]) => void;
  /** Has titles and summary made anew; the result comes later. */
  structureAgain: () => Promise<void>;
  /** Has the service change the whole of it, and shows what came of it. */
  remake: (make: (id: string) => Promise<Transcription>) => Promise<void>;
};

const closed = {
  transcription: null,
  pending: new Map(),
  peaks: null,
  problem: null,
  message: '',
};

export const useTranscript = create<TranscriptStore>()((set, get) => {
  const loadPeaks = async (id: string) => {
    const peaks = await client.getWaveform(id).catch(() => null);
    if (get().id === id) set({ peaks });
  };

  /** Takes over what the service knows; what it does not know yet stays on top of it. */
  const show = (transcription: Transcription) => {
    const { result } = transcription;
    const shown = result && withChanges(result, [...get().pending.values()]);
    set({ transcription: { ...transcription, result: shown }, problem: null });
  };

  const load = async (id: string, wanted: { words: boolean }) => {
    const transcription = await client.getTranscription(id, { ...wanted, partial: true });
    const { id: open, transcription: shown } = get();
    if (open !== id) return;
    // An edit that was stored meanwhile is newer.
    if (shown && transcription.revision < shown.revision) return load(id, wanted);
    show(transcription);
    const media = transcription.result?.media ?? transcription.partial?.media;
    if (media && !get().peaks) void loadPeaks(id);
  };

  /** Adds what was heard to what is shown of a transcription that is under way. */
  const hear = ({ from, segments, until, media }: SegmentsEvent) => {
    const { id, transcription, open } = get();
    if (!id || !transcription || transcription.result) return;
    const before = transcription.partial?.segments ?? [];
    // Something was missed: all of it is loaded.
    if (from > before.length) return void open(id);
    const all = [...before.slice(0, from), ...segments];
    const partial = { text: '', segments: all, until, media };
    set({ transcription: { ...transcription, partial } });
    if (media && !get().peaks) void loadPeaks(id);
  };

  return {
    id: null,
    ...closed,

    open: async (id) => {
      if (get().id !== id) set({ id, ...closed });
      try {
        // The text is there at once; its words, twice as much again, are only needed to hear and review it.
        if (!get().transcription?.result) await load(id, { words: false });
        const { id: open, transcription } = get();
        if (open === id && transcription?.result) await load(id, { words: true });
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
      const { id, transcription, pending, open } = get();
      if (event.type === 'transcription_deleted' && event.id === id) {
        set({ transcription: null, problem: 'deleted' });
      }
      if (event.type === 'transcription.segments' && event.id === id) hear(event);
      if (event.type !== 'transcription' || event.transcription.id !== id || !transcription) return;
      // Neither the words nor the chapters are in the event; the revision goes with the words.
      const { revision, result, partial } = transcription;
      const source = { ...transcription.source, ...event.transcription.source };
      set({ transcription: { ...event.transcription, source, revision, result, partial } });
      const { status, revision: newest } = event.transcription;
      // Our own edit is known by its answer; anybody else's is loaded.
      const changed = newest > revision && pending.size === 0;
      const awaited = !result || result.structured?.generator.pending === true;
      if (status === 'completed' && (awaited || changed)) void open(id);
    },

    change: (changes) => {
      const { transcription, pending: before } = get();
      if (!transcription?.result) return;
      const pending = new Map(before);
      for (const change of changes) {
        pending.set(change.id, mergeChanges(pending.get(change.id), change));
      }
      const result = withChanges(transcription.result, changes);
      set({ pending, transcription: { ...transcription, result } });
    },

    stored: (id, edited, sent) => {
      const { id: open, transcription, pending: before } = get();
      if (open !== id || !transcription?.result) return;
      const pending = new Map(before);
      for (const change of sent) {
        if (pending.get(change.id) === change) pending.delete(change.id);
      }
      const result = withStored(transcription.result, edited, new Set(pending.keys()));
      set({ pending, transcription: { ...transcription, revision: edited.revision, result } });
    },

    remake: (make) =>
      notify(async () => {
        const { id } = get();
        if (id === null) return;
        const transcription = await make(id);
        if (get().id === id) show(transcription);
      }),

    structureAgain: () => get().remake((id) => client.structureAgain(id)),
  };
});
