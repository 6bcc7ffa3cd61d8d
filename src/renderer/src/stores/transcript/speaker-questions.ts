import { create } from 'zustand';
import type { Speaker } from '../../../../shared/transcription/speakers.ts';
import { client } from '../../api/client.ts';
import { useSettings } from '../settings-store.ts';
import { useTranscript } from './transcript-store.ts';

/** What to ask once a speaker has a name: whether two are the same person, and whether to remember the voice. */
export type SpeakerQuestion =
  | { about: 'merge'; from: number; into: number; name: string }
  | { about: 'remember'; speaker: number; name: string };

type SpeakerQuestions = {
  waiting: readonly SpeakerQuestion[];
  /** A speaker was named; asks the questions that follow. */
  named: (speaker: number, name: string | null) => void;
  /** The question was answered, in one way or another. */
  done: () => void;
  /** Remembers this voice and those named later, or none of them; either way the question is not asked again. */
  remember: (speaker: number, name: string, wanted: boolean) => Promise<void>;
  forget: () => void;
};

export const useSpeakerQuestions = create<SpeakerQuestions>()((set, get) => ({
  waiting: [],

  named: (speaker, name) => {
    const result = useTranscript.getState().transcription?.result;
    if (!result || name === null) return;
    const now = result.speakers.find(({ id }) => id === speaker);
    // It was not stored; a message has told the user.
    if (now?.name !== name) return;
    const same = result.speakers.find((other) => other.id !== speaker && isCalled(other, name));
    const { settings } = useSettings.getState();
    const knowsVoices = result.diarization.model !== null;
    const waiting: SpeakerQuestion[] = [];
    if (same) waiting.push({ about: 'merge', from: speaker, into: same.id, name });
    if (knowsVoices && settings?.remember_voices === null) {
      waiting.push({ about: 'remember', speaker, name });
    }
    set({ waiting });
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

function isCalled({ name }: Speaker, wanted: string): boolean {
  return name?.toLocaleLowerCase() === wanted.toLocaleLowerCase();
}
