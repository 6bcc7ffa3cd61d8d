import { create } from 'zustand';
import type { ServerEvent } from '../../../shared/api.ts';
import { ApiError } from '../../../shared/client.ts';
import type { Transcription } from '../../../shared/transcription.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { saveFile } from '../api/save-file.ts';
import { fetchSubtitles } from '../api/subtitles.ts';
import { notify } from './toasts.ts';

type TranscriptStore = {
  /** The transcription whose page is open. */
  id: string | null;
  transcription: Transcription | null;
  /** Why it cannot be shown. */
  problem: 'deleted' | 'failed' | null;
  message: string;
  open: (id: string) => Promise<void>;
  /** Loads the open one again, after a lost connection. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  saveText: (text: string, name: string) => void;
  /** Saves the subtitles at one of the transcription's own addresses. */
  saveSubtitles: (url: string, name: string) => Promise<void>;
};

export const useTranscript = create<TranscriptStore>()((set, get) => ({
  id: null,
  transcription: null,
  problem: null,
  message: '',

  open: async (id) => {
    if (get().id !== id) set({ id, transcription: null, problem: null, message: '' });
    try {
      const transcription = await client.getTranscription(id);
      if (get().id === id) set({ transcription, problem: null });
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

  saveText: saveFile,
  saveSubtitles: (url, name) => notify(async () => saveFile(await fetchSubtitles(url), name)),

  apply: (event) => {
    const { id, transcription, open } = get();
    if (event.type === 'transcription_deleted' && event.id === id) {
      set({ transcription: null, problem: 'deleted' });
    }
    if (event.type !== 'transcription' || event.transcription.id !== id || !transcription) return;
    const source = { ...transcription.source, ...event.transcription.source };
    set({ transcription: { ...event.transcription, source, result: transcription.result } });
    // The words are not in the event.
    if (event.transcription.status === 'completed' && !transcription.result) void open(id);
  },
}));
