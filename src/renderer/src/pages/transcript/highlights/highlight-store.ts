import { z } from 'zod';
import { ApiError } from '../../../../../shared/client.ts';
import type {
  HighlightColor,
  RecordingHighlight,
} from '../../../../../shared/highlights/highlight.ts';
import type { Anchor } from '../../../../../shared/highlights/place-highlights.ts';
import type { ServerEvent } from '../../../../../shared/server-event.ts';
import { client } from '../../../api/client.ts';
import { createBrowserStorage } from '../../../stores/browser-storage.ts';
import { createStore } from '../../../stores/create-store.ts';
import { notify, offer } from '../../../stores/toasts.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';

/** A comment that is being written, kept in this browser until it is stored. */
const Draft = z.object({
  text: z.string(),
  /** The comment as it was when writing began. */
  base: z.string(),
});
type Draft = z.infer<typeof Draft>;
type Drafts = Readonly<Record<string, Draft>>;

const kept = createBrowserStorage<Drafts>('highlight-drafts', z.record(z.string(), Draft), {});

/** With a draft; one that says what is stored is none. */
function keepDraft(drafts: Drafts, id: string, draft: Draft): Drafts {
  if (draft.text === draft.base) return forgetDraft(drafts, id);
  return kept.write({ ...drafts, [id]: draft });
}

function forgetDraft(drafts: Drafts, id: string): Drafts {
  const { [id]: _, ...others } = drafts;
  return kept.write(others);
}

const NONE: readonly RecordingHighlight[] = [];

const INITIAL = {
  /** The transcription they are shown in, and its recording. */
  id: null as string | null,
  recordingId: null as string | null,
  /** In order of time; none until loaded. */
  highlights: NONE,
  /** Comments that are written and not stored yet, by highlight. */
  drafts: kept.read(),
  /** The last one chosen. */
  color: 'yellow' as HighlightColor,
};

/** The words that people have marked in the open transcript, with their comments. */
export const useHighlights = createStore(INITIAL, (set, get) => {
  const find = (id: string) => get().highlights.find((one) => one.id === id);

  const put = (highlight: RecordingHighlight) => {
    const known = find(highlight.id);
    // An event may be older than the answer to a change.
    if (known && known.revision > highlight.revision) return;
    const others = get().highlights.filter(({ id }) => id !== highlight.id);
    const inOrder = [...others, highlight].toSorted((a, b) => a.start - b.start || a.end - b.end);
    set({ highlights: inOrder });
  };

  const drop = (id: string) => set({ highlights: get().highlights.filter((one) => one.id !== id) });

  /** Where another change came before, the newest is loaded, and this one is made again if it still fits. */
  const change = async (
    id: string,
    make: (newest: RecordingHighlight) => { color?: HighlightColor; comment?: string } | null,
  ): Promise<void> => {
    const { id: transcription } = get();
    for (let again = true; ; again = false) {
      const newest = find(id);
      const wanted = newest && make(newest);
      if (!wanted || transcription === null) return;
      try {
        const { revision } = newest;
        return put(await client.updateHighlight(transcription, id, { revision, ...wanted }));
      } catch (thrown) {
        const isLate = thrown instanceof ApiError && thrown.code === 'edited_elsewhere';
        if (!isLate || !again) throw thrown;
        await useHighlights.reload();
      }
    }
  };

  const endDraft = (id: string) => set({ drafts: forgetDraft(get().drafts, id) });

  const restore = (gone: RecordingHighlight, comment = gone.comment) =>
    notify(async () => {
      const { id } = get();
      const { start, end, color, quote } = gone;
      if (id !== null) put(await client.createHighlight(id, { start, end, color, quote, comment }));
    });

  /** What somebody is writing is not lost with a highlight that is deleted elsewhere. */
  const saveFromDeletion = (gone: RecordingHighlight) => {
    const draft = get().drafts[gone.id];
    if (!draft) return;
    endDraft(gone.id);
    const message = {
      title: 'The highlight was deleted elsewhere',
      description: 'The comment you are writing is not stored.',
      timeout: 0,
    };
    offer(message, 'Make it again', () => void restore(gone, draft.text));
  };

  return {
    load: (id: string, recordingId: string) =>
      notify(async () => {
        if (get().recordingId !== recordingId) set({ highlights: NONE });
        set({ id, recordingId });
        const { data } = await client.listHighlights(id);
        if (get().id === id) set({ highlights: data });
      }),

    reload: async (): Promise<void> => {
      const { id, recordingId } = get();
      if (id !== null && recordingId !== null) await useHighlights.load(id, recordingId);
    },

    onEvent: (event: ServerEvent) => {
      if (event.type === 'highlight' && event.recording_id === get().recordingId) {
        put(event.highlight);
      }
      if (event.type === 'highlight_deleted' && event.recording_id === get().recordingId) {
        const gone = find(event.id);
        drop(event.id);
        if (gone) saveFromDeletion(gone);
      }
    },

    /** Marks words; gives the id of the highlight, or of the one that is there already. */
    add: async (
      { startMs, endMs, quote }: Anchor,
      color: HighlightColor = get().color,
    ): Promise<string | null> => {
      set({ color });
      const [start, end] = [startMs / 1000, endMs / 1000];
      const same = get().highlights.find((one) => one.start === start && one.end === end);
      if (same) {
        await useHighlights.paint(same.id, color);
        return same.id;
      }
      const made = await notify(async () => {
        const { id } = get();
        if (id === null) return null;
        // The service finds the words in the text that it knows.
        await useEdits.save();
        const highlight = await client.createHighlight(id, { start, end, color, quote });
        if (get().id === id) put(highlight);
        return highlight.id;
      });
      return made ?? null;
    },

    paint: async (id: string, color: HighlightColor) => {
      set({ color });
      if (find(id)?.color !== color) await notify(() => change(id, () => ({ color })));
    },

    write: (id: string, text: string) => {
      const base = get().drafts[id]?.base ?? find(id)?.comment ?? '';
      set({ drafts: keepDraft(get().drafts, id, { text, base }) });
    },

    /** Stores what is written, unless the comment was changed elsewhere. */
    keep: (id: string) =>
      notify(async () => {
        const draft = get().drafts[id];
        if (!draft) return;
        let isKept = true;
        await change(id, (newest) => {
          isKept = !isConflict(newest, draft);
          return isKept ? { comment: draft.text } : null;
        });
        if (isKept) endDraft(id);
      }),

    settle: async (id: string, whose: 'mine' | 'other'): Promise<void> => {
      const [draft, newest] = [get().drafts[id], find(id)];
      if (!draft || !newest) return;
      if (whose === 'other') return endDraft(id);
      const base = newest.comment ?? '';
      set({ drafts: keepDraft(get().drafts, id, { ...draft, base }) });
      await useHighlights.keep(id);
    },

    remove: (id: string): Promise<void> =>
      notify(async () => {
        const [gone, { id: transcription }] = [find(id), get()];
        if (!gone || transcription === null) return;
        endDraft(id);
        drop(id);
        try {
          await client.deleteHighlight(transcription, id, { revision: gone.revision });
        } catch (thrown) {
          await useHighlights.reload();
          throw thrown;
        }
        offer({ title: 'Highlight deleted' }, 'Undo', () => void restore(gone));
      }),
  };
});

/** Whether the comment was changed elsewhere since this was begun, to something else. */
export function isConflict({ comment }: RecordingHighlight, draft: Draft): boolean {
  return (comment ?? '') !== draft.base && (comment ?? '') !== draft.text;
}
