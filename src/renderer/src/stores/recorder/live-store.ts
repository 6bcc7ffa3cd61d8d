import type { LiveRecording, LiveText } from '../../../../shared/recordings.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';

const INITIAL = {
  /** The recordings that are being made, here or elsewhere, newest first. */
  recordings: [] as readonly LiveRecording[],
  /** The text so far of those that are looked at. */
  texts: new Map() as ReadonlyMap<string, LiveText>,
};

export const useLive = createStore(INITIAL, (set, get) => {
  /** Whose texts are looked at, also where one could not be loaded yet. */
  const followed = new Set<string>();
  const setText = (id: string, text: LiveText) =>
    set(({ texts }) => ({ texts: new Map(texts).set(id, text) }));
  return {
    async reload(): Promise<void> {
      const { data } = await client.listRecordings();
      set({ recordings: data });
      await Promise.all([...followed].map((id) => useLive.loadText(id)));
    },
    onEvent(event: ServerEvent): void {
      if (event.type === 'recording') set(({ recordings }) => changed(recordings, event.recording));
      if (event.type === 'recording_discarded')
        set(({ recordings }) => ({ recordings: recordings.filter(({ id }) => id !== event.id) }));
      if (event.type !== 'recording_text') return;
      if (!followed.has(event.id)) return;
      const { type: _, id, from, segments, ...rest } = event;
      const before = get().texts.get(id)?.segments;
      if (!before || from > before.length) return void useLive.loadText(id);
      setText(id, { ...rest, segments: [...before.slice(0, from), ...segments] });
    },
    async loadText(id: string) {
      followed.add(id);
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
