import { create } from 'zustand';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import type { RecordingOptions } from '../../text/recording-options.ts';

type AgainStore = {
  /** The recording that is to be transcribed again, while its options are chosen. */
  recording: TranscriptionSummary | null;
  /** What is chosen already. */
  chosen: Partial<RecordingOptions>;
  ask: (recording: TranscriptionSummary, chosen?: Partial<RecordingOptions>) => void;
  close: () => void;
};

/** Asks how a recording is to be transcribed again; components/dialogs/again-dialog.tsx shows the question. */
export const useAgain = create<AgainStore>()((set) => ({
  recording: null,
  chosen: {},
  ask: (recording, chosen = {}) => set({ recording, chosen }),
  close: () => set({ recording: null }),
}));
