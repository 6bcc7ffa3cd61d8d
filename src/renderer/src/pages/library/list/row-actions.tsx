import Download from 'lucide-react/icons/download';
import ListChecks from 'lucide-react/icons/list-checks';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import StepForward from 'lucide-react/icons/step-forward';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { folderOpener } from '../../../open-folder.ts';
import { useAgain } from '../../../stores/library/again-store.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useMoves } from '../../../stores/library/move-store.ts';
import { usePlaylists } from '../../../stores/library/playlist-store.ts';
import { useTags } from '../../../stores/library/tag-store.ts';
import { useYtDlp } from '../../../stores/yt-dlp-store.ts';
import { canHelp } from '../../../text/advice.ts';
import { ExportDialog } from '../../transcript/export/export-dialog.tsx';
import { RowMenu } from './row-menu.tsx';
import { TagsDialog } from './tags-dialog.tsx';

type RowActionsProps = {
  item: TranscriptionSummary;
  /** Whether Tab stops at the buttons: only in the focused row. */
  reachable: boolean;
  onRename: () => void;
  onDelete: () => void;
};

export function RowActions({ item, reachable, onRename, onDelete }: RowActionsProps) {
  const [dialog, setDialog] = useState<'export' | 'tags' | null>(null);
  const close = () => {
    setDialog(null);
    document.getElementById(item.id)?.focus();
  };
  const title = titleOf(item.source);
  const tabIndex = reachable ? 0 : -1;
  const hasText = item.status === 'completed' || item.text_until !== null;
  const running = item.status === 'queued' || item.status === 'processing';
  return (
    <div className="relative z-1 flex shrink-0 justify-end gap-1">
      <AfterFailure item={item} tabIndex={tabIndex} />
      {/* In a narrow window the title needs the room, and the menu has it as well. */}
      {running && (
        <div className="max-sm:hidden">
          <IconButton
            label={`Cancel ${title}`}
            tip="Cancel"
            tabIndex={tabIndex}
            onClick={() => void useLibrary.cancel(item.id)}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <RowMenu
        title={title}
        tabIndex={tabIndex}
        favorite={item.favorite}
        onExport={hasText ? () => setDialog('export') : null}
        onFolder={item.status === 'completed' ? folderOpener(item.id) : null}
        onMove={() => useMoves.ask([item.id])}
        onTags={() => setDialog('tags')}
        onFavorite={() => void useTags.favor([item.id], !item.favorite)}
        onCancel={running ? () => void useLibrary.cancel(item.id) : null}
        onContinue={
          canGoOn(item) && item.text_until !== null ? () => void useLibrary.goOn(item) : null
        }
        onAgain={running ? null : () => useAgain.ask(item)}
        onRename={onRename}
        onDelete={onDelete}
      />
      {/* Nothing of them is in the document while they are closed. */}
      <ExportDialog
        id={item.id}
        open={dialog === 'export'}
        incomplete={item.text_until !== null}
        onClose={close}
      />
      <TagsDialog ids={[item.id]} open={dialog === 'tags'} onClose={close} />
    </div>
  );
}

/** What can be done about a recording that ended early. */
function AfterFailure({ item, tabIndex }: { item: TranscriptionSummary; tabIndex: number }) {
  const title = titleOf(item.source);
  const hasText = item.text_until !== null;
  return (
    <>
      {item.error?.code === 'source_is_playlist' && (
        <ChooseButton item={item} tabIndex={tabIndex} />
      )}
      {item.error?.code === 'yt_dlp_missing' && (
        <IconButton
          label={`Download yt-dlp for ${title}`}
          tip="Download yt-dlp"
          tabIndex={tabIndex}
          onClick={() => void useYtDlp.update()}
        >
          <Download aria-hidden />
        </IconButton>
      )}
      {canGoOn(item) && (
        <IconButton
          label={hasText ? `Continue ${title}` : `Try ${title} again`}
          tip={hasText ? 'Continue' : 'Try again'}
          tabIndex={tabIndex}
          onClick={() => void useLibrary.goOn(item)}
        >
          {hasText ? <StepForward aria-hidden /> : <RotateCcw aria-hidden />}
        </IconButton>
      )}
    </>
  );
}

/** Whether trying the same again, or going on from where it stopped, can help. */
function canGoOn({ error }: TranscriptionSummary): boolean {
  return error !== null && canHelp(error.code);
}

/** Asks which recordings of its playlist are wanted: trying again would fail again. */
function ChooseButton({ item, tabIndex }: { item: TranscriptionSummary; tabIndex: number }) {
  const [choosing, setChoosing] = useState(false);
  const id = `choose-${item.id}`;
  const onClick = async () => {
    if (choosing) return;
    setChoosing(true);
    const chosen = await usePlaylists.chooseInstead({ id: item.id, link: item.source.url }, id);
    setChoosing(false);
    // The focused row is gone.
    if (chosen) document.getElementById('links')?.focus();
  };
  return (
    <IconButton
      id={id}
      label={`Choose recordings of ${titleOf(item.source)}`}
      tip="Choose recordings"
      tabIndex={tabIndex}
      aria-busy={choosing}
      onClick={() => void onClick()}
    >
      <ListChecks aria-hidden className={choosing ? 'animate-pulse' : ''} />
    </IconButton>
  );
}
