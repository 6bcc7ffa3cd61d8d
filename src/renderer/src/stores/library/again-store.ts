import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import type { RecordingOptions } from '../../text/recording-options.ts';
import { createStore } from '../create-store.ts';

type AgainStore = {
  /** The recording that is to be transcribed again, while its options are chosen. */
  recording: TranscriptionSummary | null;
  /** What is chosen already. */
  chosen: Partial<RecordingOptions>;
};

const INITIAL: AgainStore = {
  recording: null,
  chosen: {},
};

/** Asks how a recording is to be transcribed again; components/dialogs/again-dialog.tsx shows the question. */
export const useAgain = createStore(INITIAL, (set) => ({
  ask: (recording: TranscriptionSummary, chosen: Partial<RecordingOptions> = {}) =>
    set({ recording, chosen }),
  close: () => set({ recording: null }),
}));
