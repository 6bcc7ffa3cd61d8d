import type { Speaker } from '../../../../shared/transcription/speakers.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';
import { useSettings } from '../settings-store.ts';
import { useTranscript } from './transcript-store.ts';

type Named = Pick<Speaker, 'id' | 'label' | 'name'>;

/** What to ask about names: whether two speakers are one person, and whether to remember a voice that has a name now. */
export type SpeakerQuestion =
  | { about: 'merge'; from: Named; into: Named }
  | { about: 'remember'; speaker: number; name: string };

const INITIAL = {
  waiting: [] as readonly SpeakerQuestion[],
};

export const useSpeakerQuestions = createStore(INITIAL, (set, get) => ({
  /** A speaker is to have another's name. */
  askMerge: (from: Named, into: Named) => set({ waiting: [{ about: 'merge', from, into }] }),

  /** A speaker was named; asks what follows. */
  named: (speaker: number, name: string | null) => {
    const result = useTranscript.getState().transcription?.result;
    if (!result || name === null) return;
    const now = result.speakers.find(({ id }) => id === speaker);
    // It was not stored; a message has told the user.
    if (now?.name !== name) return;
    const { settings } = useSettings.getState();
    if (result.diarization.model === null || settings?.remember_voices !== null) return;
    set({ waiting: [...get().waiting, { about: 'remember', speaker, name }] });
  },

  /** The question was answered, in one way or another. */
  done: () => set({ waiting: get().waiting.slice(1) }),

  /** Remembers this voice and those named later, or none of them; either way the question is not asked again. */
  remember: async (speaker: number, name: string, wanted: boolean) => {
    await useSettings.update({ remember_voices: wanted });
    if (!wanted) return;
    await useTranscript.remake((id) => client.renameSpeaker(id, speaker, { name, remember: true }));
  },

  forget: () => set({ waiting: [] }),
}));
