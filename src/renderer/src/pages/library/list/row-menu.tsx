import { Menu } from '@base-ui/react/menu';
import {
  Download,
  Ellipsis,
  Folder,
  FolderOpen,
  Pencil,
  RefreshCw,
  Star,
  StepForward,
  Tag as TagIcon,
  Trash2,
  X,
} from 'lucide-react';
import { useRef } from 'react';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { useTranscribeAgain } from '../../../components/dialogs/transcribe-again-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { MenuEntry, MenuPopup } from '../../../components/menu-popup.tsx';
import { folderOpener } from '../../../open-folder.ts';
import { favorRecording } from '../../../stores/library/change-recordings.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { canHelp } from '../../../text/error-advice.ts';
import { useMoves } from '../projects/move-store.ts';

type RowMenuProps = {
  item: TranscriptionSummary;
  tabIndex: number;
  onRename: () => void;
  onDelete: () => void;
  onExport: () => void;
  onTags: () => void;
};

export function RowMenu({ item, tabIndex, onRename, onDelete, onExport, onTags }: RowMenuProps) {
  const { id, source, status, favorite } = item;
  const chosen = useRef(false);
  const choose = (action: () => void) => () => {
    chosen.current = true;
    action();
  };
  const openFolder = status === 'completed' ? folderOpener(id) : null;
  return (
    <Menu.Root
      onOpenChange={(open) => {
        if (open) chosen.current = false;
      }}
    >
      <Menu.Trigger
        render={
          <IconButton
            icon={Ellipsis}
            label={`More for ${titleOf(source)}`}
            tip="More"
            tabIndex={tabIndex}
          />
        }
      />
      {/* The entries put the keyboard where it belongs themselves. */}
      <MenuPopup align="end" giveBack={() => !chosen.current}>
        {isRunning(item) && (
          <MenuEntry icon={X} label="Cancel" onClick={() => useLibrary.cancel(id)} />
        )}
        {canGoOn(item) && item.text_until !== null && (
          <MenuEntry icon={StepForward} label="Continue" onClick={() => useLibrary.goOn(item)} />
        )}
        {!isRunning(item) && (
          <MenuEntry
            icon={RefreshCw}
            label="Transcribe again…"
            onClick={choose(() => useTranscribeAgain.ask(item))}
          />
        )}
        <MenuEntry icon={Pencil} label="Rename" keys="F2" onClick={choose(onRename)} />
        {hasText(item) && <MenuEntry icon={Download} label="Export…" onClick={choose(onExport)} />}
        {openFolder && <MenuEntry icon={FolderOpen} label="Open folder" onClick={openFolder} />}
        <MenuEntry
          icon={Folder}
          label="Move to project…"
          keys="M"
          onClick={choose(() => useMoves.ask([id]))}
        />
        <MenuEntry icon={TagIcon} label="Tags…" onClick={choose(onTags)} />
        <MenuEntry
          icon={Star}
          label={favorite ? 'Remove from favorites' : 'Add to favorites'}
          onClick={() => favorRecording(id, !favorite)}
        />
        <MenuEntry icon={Trash2} label="Delete" keys="Del" onClick={choose(onDelete)} />
      </MenuPopup>
    </Menu.Root>
  );
}

export const isRunning = ({ status }: TranscriptionSummary): boolean =>
  status === 'queued' || status === 'processing';

/** All of it, or what there is of one that ended early. */
export const hasText = ({ status, text_until }: TranscriptionSummary): boolean =>
  status === 'completed' || text_until !== null;

/** Whether trying the same again, or going on from where it stopped, can help. */
export const canGoOn = ({ error }: TranscriptionSummary): boolean =>
  error !== null && canHelp(error.code);
