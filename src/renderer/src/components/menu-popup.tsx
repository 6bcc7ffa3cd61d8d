import { Menu } from '@base-ui/react/menu';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { buttonClass } from './button.tsx';
import { usePress } from './use-press.ts';

type MenuPopupProps = {
  align: 'start' | 'end';
  /** Where it opens when it was not opened by a button. */
  anchor?: ComponentProps<typeof Menu.Positioner>['anchor'];
  /** Whether the element that opened the menu gets the focus back when it closes; asked at that moment. */
  giveBack?: () => boolean;
  children: ReactNode;
};

/** The entries of a menu, below the element that opens it. Its first letters lead to an entry. */
export function MenuPopup({ align, anchor, giveBack = () => true, children }: MenuPopupProps) {
  const onlyWhatIsMeant = useTypedLetters();
  return (
    // Inside the page's landmark, not next to it.
    <Menu.Portal container={document.querySelector('main')}>
      <Menu.Positioner align={align} anchor={anchor} sideOffset={4} className="z-20">
        <Menu.Popup
          finalFocus={giveBack}
          onKeyDownCapture={onlyWhatIsMeant}
          className="max-h-(--available-height) max-w-[min(--spacing(96),var(--available-width))] min-w-44 overflow-y-auto rounded-lg border border-line bg-panel p-1 text-sm shadow-panel"
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

/**
 * Somebody who types more than an entry's first letters means something else, such as a name: then neither the space
 * in it nor Enter chooses the entry that some letter of it led to.
 */
function useTypedLetters() {
  const typed = useRef('');
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
    if (key.startsWith('Arrow') || key === 'Home' || key === 'End') typed.current = '';
    else if (isLetter && (key !== ' ' || typed.current !== '')) typed.current += key;
    if (typed.current === '' || (key !== ' ' && key !== 'Enter')) return;
    const entry = document.activeElement?.textContent?.toLowerCase() ?? '';
    if (key === 'Enter' && entry.startsWith(typed.current.toLowerCase())) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

type MenuButtonProps = { label: string; align: 'start' | 'end'; children: ReactNode };

export function MenuButton({ label, align, children }: MenuButtonProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass('plain')}>
        {label}
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <MenuPopup align={align}>{children}</MenuPopup>
    </Menu.Root>
  );
}

/** The classes of an entry. */
export const MENU_ITEM =
  'flex cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-raised';

type MenuEntryProps = {
  icon: LucideIcon;
  label: string;
  /** The key that does the same. */
  keys?: string;
  onClick: () => unknown;
};

export function MenuEntry({ icon: Icon, label, keys, onClick }: MenuEntryProps) {
  const { press } = usePress(onClick);
  return (
    <Menu.Item
      className={MENU_ITEM}
      {...(keys && { 'aria-keyshortcuts': keys === 'Del' ? 'Delete' : keys })}
      onClick={press}
    >
      <Icon aria-hidden className="size-4 text-soft" />
      {label}
      {keys && (
        <kbd aria-hidden className="ml-auto pl-4 font-sans text-xs text-soft">
          {keys}
        </kbd>
      )}
    </Menu.Item>
  );
}
