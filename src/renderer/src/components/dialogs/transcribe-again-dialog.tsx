import { useState } from 'react';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { navigate } from '../../router.ts';
import { createStore } from '../../stores/create-store.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { wishesIn } from '../../stores/library/recording-options-store.ts';
import { useUsedModel } from '../../stores/model-store.ts';
import { optionsOf, type RecordingOptions } from '../../text/recording-options.ts';
import { Button } from '../button.tsx';
import { RecordingOptionsForm } from '../recording-options-form.tsx';
import { Dialog } from './dialog.tsx';

const INITIAL = {
  /** The recording that is to be transcribed again, while its options are chosen. */
  recording: null as TranscriptionSummary | null,
  chosen: {} as Partial<RecordingOptions>,
};

export const useTranscribeAgain = createStore(INITIAL, (set) => ({
  ask: (recording: TranscriptionSummary, chosen: Partial<RecordingOptions> = {}) =>
    set({ recording, chosen }),
  close: () => set({ recording: null }),
}));

/** Asks how a recording is to be transcribed again; begins with what was used before. */
export function TranscribeAgainDialog() {
  const recording = useTranscribeAgain((state) => state.recording);
  return (
    <Dialog open={recording !== null} title="Transcribe again" onClose={useTranscribeAgain.close}>
      {recording && <AgainForm recording={recording} onDone={useTranscribeAgain.close} />}
    </Dialog>
  );
}

function AgainForm({ recording, onDone }: { recording: TranscriptionSummary; onDone: () => void }) {
  const [options, setOptions] = useState(() => ({
    ...optionsOf(recording.options, recording.source.tracks),
    ...useTranscribeAgain.getState().chosen,
  }));
  const hasModel = useUsedModel() !== 'none';
  const start = async () => {
    const freshId = await useLibrary.again(recording.id, wishesIn(recording.project_id, options));
    if (freshId === null) return;
    onDone();
    navigate(`/t/${freshId}`);
  };
  return (
    <div className="space-y-5">
      <p className="text-sm text-soft wrap-anywhere">
        Makes a new version of “{titleOf(recording.source)}”. The text there is now stays beside it,
        with all your corrections.
      </p>
      {!hasModel && (
        <p className="text-sm text-danger">
          There is no model yet. Get one in Settings → Models first.
        </p>
      )}
      <RecordingOptionsForm
        options={options}
        tracks={recording.source.tracks}
        project={recording.project_id}
        onChange={(part) => setOptions((before) => ({ ...before, ...part }))}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" onClick={start}>
          Transcribe again
        </Button>
      </div>
    </div>
  );
}
