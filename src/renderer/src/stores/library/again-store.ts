import { create } from 'zustand';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';

type AgainStore = {
  /** The recording that is to be transcribed again, while its options are chosen. */
  recording: TranscriptionSummary | null;
  ask: (recording: TranscriptionSummary) => void;
  close: () => void;
};

/** Asks how a recording is to be transcribed again; components/dialogs/again-dialog.tsx shows the question. */
export const useAgain = create<AgainStore>()((set) => ({
  recording: null,
  ask: (recording) => set({ recording }),
  close: () => set({ recording: null }),
}));
