import { create } from 'zustand';
import type { LiveRecording, LiveText } from '../../../../shared/recordings.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { client } from '../../api/client.ts';

type LiveStore = {
  /** The recordings that are being made, here or elsewhere, newest first. */
  recordings: readonly LiveRecording[];
  /** The text so far of those that are looked at. */
  texts: ReadonlyMap<string, LiveText>;
  load: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  loadText: (id: string) => Promise<void>;
};

/** What is being recorded, and its text. */
export const useLive = create<LiveStore>()((set, get) => {
  const setText = (id: string, text: LiveText) =>
    set(({ texts }) => ({ texts: new Map(texts).set(id, text) }));
  return {
    recordings: [],
    texts: new Map(),
    async load() {
      const { data } = await client.listRecordings();
      set({ recordings: data });
      await Promise.all([...get().texts.keys()].map((id) => get().loadText(id)));
    },
    apply(event) {
      if (event.type === 'recording') set(({ recordings }) => changed(recordings, event.recording));
      if (event.type === 'recording_discarded')
        set(({ recordings }) => ({ recordings: recordings.filter(({ id }) => id !== event.id) }));
      if (event.type !== 'recording_text') return;
      const before = get().texts.get(event.id);
      if (!before) return;
      if (event.from > before.segments.length) return void get().loadText(event.id);
      const { segments, provisional, until, behind, from } = event;
      const kept = before.segments.slice(0, from);
      return setText(event.id, { segments: [...kept, ...segments], provisional, until, behind });
    },
    async loadText(id) {
      const text = await client.getLiveText(id, { from: 0 }).catch(() => null);
      if (text) setText(id, text);
    },
  };
});

function changed(recordings: readonly LiveRecording[], recording: LiveRecording) {
  const others = recordings.filter(({ id }) => id !== recording.id);
  if (recording.status === 'finished') return { recordings: others };
  const at = recordings.findIndex(({ id }) => id === recording.id);
  return { recordings: others.toSpliced(Math.max(0, at), 0, recording) };
}
