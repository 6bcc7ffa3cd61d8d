import { Menu } from '@base-ui/react/menu';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Folder from 'lucide-react/icons/folder';
import FolderOpen from 'lucide-react/icons/folder-open';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Star from 'lucide-react/icons/star';
import StepForward from 'lucide-react/icons/step-forward';
import TagIcon from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { MENU_ITEM, MenuPopup } from '../../../components/menu-popup.tsx';

type RowMenuProps = {
  title: string;
  tabIndex: number;
  /** Only while it is in progress. */
  onCancel: (() => void) | null;
  /** Only where it ended early with text. */
  onContinue: (() => void) | null;
  /** Only when it has ended. */
  onAgain: (() => void) | null;
  favorite: boolean;
  /** Only where it has text. */
  onExport: (() => void) | null;
  /** Only in the desktop app, and where it is finished. */
  onFolder: (() => void) | null;
  onMove: () => void;
  onTags: () => void;
  onFavorite: () => void;
  onRename: () => void;
  onDelete: () => void;
};

/** Further actions for a recording, with their keys. */
export function RowMenu(props: RowMenuProps) {
  const { title, tabIndex, favorite, onCancel, onAgain, onExport, onTags, onFavorite } = props;
  const { onFolder, onRename, onMove, onDelete, onContinue } = props;
  const chosen = useRef(false);
  const choose = (action: () => void) => () => {
    chosen.current = true;
    action();
  };
  return (
    <Menu.Root
      onOpenChange={(open) => {
        if (open) chosen.current = false;
      }}
    >
      <Menu.Trigger
        render={
          <IconButton label={`More for ${title}`} tip="More" tabIndex={tabIndex}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      {/* The entries put the keyboard where it belongs themselves. */}
      <MenuPopup align="end" giveBack={() => !chosen.current}>
        {onCancel && (
          <Entry icon={<X aria-hidden />} onClick={onCancel}>
            Cancel
          </Entry>
        )}
        {onContinue && (
          <Entry icon={<StepForward aria-hidden />} onClick={onContinue}>
            Continue
          </Entry>
        )}
        {onAgain && (
          <Entry icon={<RefreshCw aria-hidden />} onClick={choose(onAgain)}>
            Transcribe again…
          </Entry>
        )}
        <Entry icon={<Pencil aria-hidden />} keys="F2" onClick={choose(onRename)}>
          Rename
        </Entry>
        {onExport && (
          <Entry icon={<Download aria-hidden />} onClick={choose(onExport)}>
            Export…
          </Entry>
        )}
        {onFolder && (
          <Entry icon={<FolderOpen aria-hidden />} onClick={onFolder}>
            Open folder
          </Entry>
        )}
        <Entry icon={<Folder aria-hidden />} keys="M" onClick={choose(onMove)}>
          Move to project…
        </Entry>
        <Entry icon={<TagIcon aria-hidden />} onClick={choose(onTags)}>
          Tags…
        </Entry>
        <Entry icon={<Star aria-hidden />} onClick={onFavorite}>
          {favorite ? 'Remove from favorites' : 'Add to favorites'}
        </Entry>
        <Entry icon={<Trash2 aria-hidden />} keys="Del" onClick={choose(onDelete)}>
          Delete
        </Entry>
      </MenuPopup>
    </Menu.Root>
  );
}

type EntryProps = { icon: ReactNode; keys?: string; onClick: () => void; children: string };

function Entry({ icon, keys, onClick, children }: EntryProps) {
  return (
    <Menu.Item
      className={`${MENU_ITEM} [&_svg]:size-4 [&_svg]:text-soft`}
      {...(keys && { 'aria-keyshortcuts': keys === 'Del' ? 'Delete' : keys })}
      onClick={onClick}
    >
      {icon}
      {children}
      {keys && (
        <kbd aria-hidden className="ml-auto pl-4 font-sans text-xs text-soft">
          {keys}
        </kbd>
      )}
    </Menu.Item>
  );
}
