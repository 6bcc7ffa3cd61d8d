import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import type { RecordingOptions } from '../../text/recording-options.ts';
import { createStore } from '../create-store.ts';

const INITIAL = {
  /** The recording that is to be transcribed again, while its options are chosen. */
  recording: null as TranscriptionSummary | null,
  /** What is chosen already. */
  chosen: {} as Partial<RecordingOptions>,
};

/** Asks how a recording is to be transcribed again; components/dialogs/transcribe-again-dialog.tsx shows the question. */
export const useTranscribeAgain = createStore(INITIAL, (set) => ({
  ask: (recording: TranscriptionSummary, chosen: Partial<RecordingOptions> = {}) =>
    set({ recording, chosen }),
  close: () => set({ recording: null }),
}));
