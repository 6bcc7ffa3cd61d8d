import Download from 'lucide-react/icons/download';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import Redo from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import SpellCheck from 'lucide-react/icons/spell-check';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { PLAIN_TEXT, useExport } from '../../../stores/transcript/export-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { redoKeys, withCommand } from '../../../text/keys.ts';
import { deleteAndLeave } from './delete-and-leave.ts';

type TranscriptToolsProps = {
  transcription: Transcription;
  onExport: () => void;
  onHelp: () => void;
  onHeard: () => void;
};

export function TranscriptTools({
  transcription,
  onExport,
  onHelp,
  onHeard,
}: TranscriptToolsProps) {
  const text = useExport((state) => state.text);
  const show = useFind((state) => state.show);
  const setDoubt = useFind((state) => state.setDoubt);
  const { undo, redo } = useEdits.getState();
  const waits = useTranscript((state) => state.waiting.length > 0);
  const canUndo = useEdits(({ history }) => history.undo !== null) || waits;
  const canRedo = useEdits(({ history, taken }) => history.redo !== null || taken.length > 0);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <SaveState />
      <div className="flex gap-2 pr-2 max-sm:w-full">
        <CopyButton look="primary" text={() => text(transcription.id, PLAIN_TEXT)}>
          Copy text
        </CopyButton>
        <Button onClick={onExport}>
          <Download aria-hidden />
          Export…
        </Button>
      </div>
      <IconButton
        label="Undo"
        tip={`Undo (${withCommand('Z')})`}
        disabled={!canUndo}
        onClick={undo}
      >
        <Undo aria-hidden />
      </IconButton>
      <IconButton label="Redo" tip={`Redo (${redoKeys()})`} disabled={!canRedo} onClick={redo}>
        <Redo aria-hidden />
      </IconButton>
      <IconButton label="As it was heard" tip="Compare with what was heard" onClick={onHeard}>
        <History aria-hidden />
      </IconButton>
      <IconButton label="Find and replace" tip="Find and replace (/)" onClick={show}>
        <Search aria-hidden />
      </IconButton>
      <IconButton
        label="Review doubtful words"
        tip="Review doubtful words (.)"
        onClick={() => setDoubt(0)}
      >
        <SpellCheck aria-hidden />
      </IconButton>
      <IconButton label="Keyboard" tip="Keyboard (?)" onClick={onHelp}>
        <Keyboard aria-hidden />
      </IconButton>
      <IconButton
        label="Delete"
        tip="Delete this recording"
        onClick={() => deleteAndLeave(transcription)}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

/** Says whether what was changed is saved. */
function SaveState() {
  const waits = useTranscript((state) => state.waiting.length > 0);
  const problem = useEdits((state) => state.problem);
  const text = useEdits(({ saving, labeling, history }) => {
    if (labeling) return 'Listening…';
    if (problem && waits) return 'Not saved yet';
    if (saving || waits) return 'Saving…';
    return history.undo ? 'Saved' : '';
  });
  const kept = 'It is kept in this browser, and saved as soon as Steno answers again.';
  return (
    <span
      role="status"
      title={problem && waits ? `${problem} ${kept}` : undefined}
      className="text-sm whitespace-nowrap text-soft max-lg:order-last sm:w-24 sm:pr-3 sm:text-right"
    >
      {text}
    </span>
  );
}
