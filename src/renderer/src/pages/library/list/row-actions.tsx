import { Download, ListChecks, RotateCcw, StepForward, X } from 'lucide-react';
import { useState } from 'react';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useYtDlp } from '../../../stores/yt-dlp-store.ts';
import { ExportDialog } from '../../transcript/export/export-dialog.tsx';
import { useLinks } from '../add/link-store.ts';
import { canGoOn, isRunning, RowMenu } from './row-menu.tsx';
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
  return (
    <div className="relative z-1 flex shrink-0 justify-end gap-1">
      <AfterFailure item={item} tabIndex={tabIndex} />
      {/* In a narrow window the title needs the room, and the menu has it as well. */}
      {isRunning(item) && (
        <div className="max-sm:hidden">
          <IconButton
            icon={X}
            label={`Cancel ${title}`}
            tip="Cancel"
            tabIndex={tabIndex}
            onClick={() => useLibrary.cancel(item.id)}
          />
        </div>
      )}
      <RowMenu
        {...{ item, tabIndex, onRename, onDelete }}
        onExport={() => setDialog('export')}
        onTags={() => setDialog('tags')}
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
  const continues = item.text_until !== null;
  return (
    <>
      {item.error?.code === 'source_is_playlist' && <ChooseButton {...{ item, tabIndex }} />}
      {item.error?.code === 'yt_dlp_missing' && (
        <IconButton
          icon={Download}
          label={`Download yt-dlp for ${title}`}
          tip="Download yt-dlp"
          tabIndex={tabIndex}
          onClick={() => useYtDlp.update()}
        />
      )}
      {canGoOn(item) && (
        <IconButton
          icon={continues ? StepForward : RotateCcw}
          label={continues ? `Continue ${title}` : `Try ${title} again`}
          tip={continues ? 'Continue' : 'Try again'}
          tabIndex={tabIndex}
          onClick={() => useLibrary.goOn(item)}
        />
      )}
    </>
  );
}

/** Asks which recordings of its playlist are wanted: trying again would fail again. */
function ChooseButton({ item, tabIndex }: { item: TranscriptionSummary; tabIndex: number }) {
  const id = `choose-${item.id}`;
  const onClick = async () => {
    const chosen = await useLinks.chooseInstead({ id: item.id, link: item.source.url }, id);
    // The focused row is gone.
    if (chosen) document.getElementById('links')?.focus();
  };
  return (
    <IconButton
      id={id}
      icon={ListChecks}
      label={`Choose recordings of ${titleOf(item.source)}`}
      tip="Choose recordings"
      tabIndex={tabIndex}
      onClick={onClick}
    />
  );
}
