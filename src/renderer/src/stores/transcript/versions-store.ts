import type { ServerEvent } from '../../../../shared/server-event.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';

/** No one keeps more versions of one recording. */
const MOST = 100;

const INITIAL = {
  /** The recording whose versions these are. */
  recordingId: null as string | null,
  /** The oldest first. */
  versions: [] as readonly TranscriptionSummary[],
};

export const useVersions = createStore(INITIAL, (set, get) => ({
  open: async (recordingId: string) => {
    if (get().recordingId !== recordingId) set({ recordingId, versions: [] });
    const query = { recording_id: recordingId, sort: 'oldest', limit: MOST } as const;
    // Without them the page is whole: only the way to the others is missing.
    const page = await client.listTranscriptions(query).catch(() => null);
    if (page && get().recordingId === recordingId) set({ versions: page.data });
  },

  reload: async (): Promise<void> => {
    const { recordingId } = get();
    if (recordingId !== null) await useVersions.open(recordingId);
  },

  onEvent: (event: ServerEvent) => {
    const { recordingId, versions } = get();
    if (event.type === 'transcription_deleted') {
      set({ versions: versions.filter(({ id }) => id !== event.id) });
    }
    if (event.type !== 'transcription' || event.transcription.recording_id !== recordingId) return;
    const others = versions.filter(({ id }) => id !== event.transcription.id);
    const shown =
      event.transcription.trashed_at === null ? [...others, event.transcription] : others;
    set({ versions: shown.toSorted((a, b) => a.version - b.version) });
  },
}));
