import { create } from 'zustand';
import type { Speaker } from '../../../../shared/transcription/speakers.ts';
import { client } from '../../api/client.ts';
import { useSettings } from '../settings-store.ts';
import { useTranscript } from './transcript-store.ts';

type Named = Pick<Speaker, 'id' | 'label' | 'name'>;

/** What to ask about names: whether two speakers are one person, and whether to remember a voice that has a name now. */
export type SpeakerQuestion =
  | { about: 'merge'; from: Named; into: Named }
  | { about: 'remember'; speaker: number; name: string };

type SpeakerQuestions = {
  waiting: readonly SpeakerQuestion[];
  /** A speaker is to have another's name. */
  askMerge: (from: Named, into: Named) => void;
  /** A speaker was named; asks what follows. */
  named: (speaker: number, name: string | null) => void;
  /** The question was answered, in one way or another. */
  done: () => void;
  /** Remembers this voice and those named later, or none of them; either way the question is not asked again. */
  remember: (speaker: number, name: string, wanted: boolean) => Promise<void>;
  forget: () => void;
};

export const useSpeakerQuestions = create<SpeakerQuestions>()((set, get) => ({
  waiting: [],

  askMerge: (from, into) => set({ waiting: [{ about: 'merge', from, into }] }),

  named: (speaker, name) => {
    const result = useTranscript.getState().transcription?.result;
    if (!result || name === null) return;
    const now = result.speakers.find(({ id }) => id === speaker);
    // It was not stored; a message has told the user.
    if (now?.name !== name) return;
    const { settings } = useSettings.getState();
    if (result.diarization.model === null || settings?.remember_voices !== null) return;
    set({ waiting: [...get().waiting, { about: 'remember', speaker, name }] });
  },

  done: () => set({ waiting: get().waiting.slice(1) }),

  remember: async (speaker, name, wanted) => {
    await useSettings.getState().update({ remember_voices: wanted });
    if (!wanted) return;
    await useTranscript
      .getState()
      .remake((id) => client.renameSpeaker(id, speaker, { name, remember: true }));
  },

  forget: () => set({ waiting: [] }),
}));
