/**
 * Who gets a key: what is open over the page (a menu, a list, a dialog), else the part that the focus is in, from the
 * innermost outwards, else the parts of the page from the one that was opened last, such as a review before the
 * transcript.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { listen } from '../event-listeners.ts';
import { type CommandOf, commandOf, type KeyTable } from './key-matching.ts';

/** What a command does; `false` leaves the key to others. */
type Does = (event: KeyboardEvent) => unknown;

type Scope = {
  /** Hears keys only while the focus is in it. */
  within?: RefObject<HTMLElement | null>;
  /** Nothing outside of `within` hears a key while the focus is there. */
  alone?: boolean;
  /** Hears Ctrl with a key while something is written in a field elsewhere on the page, too. */
  inFields?: boolean;
};

type Part = Scope & { take: (event: KeyboardEvent) => boolean };

const parts: Part[] = [];

/** Keys of a part of the page while it is shown: each command of the table does something. */
export function usePageKeys<Table extends KeyTable>(
  table: Table,
  does: Readonly<Record<CommandOf<Table>, Does>>,
  scope: Scope = {},
): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const given = commandOf(table, event);
    if (!given) return false;
    // Held down, a key neither begins nor confirms anything twice.
    return (event.repeat && !given.held) || does[given.command](event) !== false;
  });
  const { within, alone = false, inFields = false } = scope;
  useEffect(() => {
    const part: Part = { alone, inFields, ...(within && { within }), take: (event) => take(event) };
    parts.push(part);
    return () => void parts.splice(parts.indexOf(part), 1);
  }, [within, alone, inFields]);
}

/** What was open when the key was pressed: it may have closed on that key, which is not for the page then. */
let wasOpen = false;
listen(
  window,
  {
    keydown: (event) => {
      wasOpen = isAnythingOpen();
      // A tip that is shown would keep it to itself, and is no level of its own.
      if (event.key === 'Escape') giveKey(event);
    },
  },
  { capture: true },
);
listen(document, { keydown: giveKey });

function giveKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const focused = event.target instanceof Element ? event.target : document.body;
  const isOver = wasOpen || isAnythingOpen();
  for (const { take, alone, within } of partsAround(focused)) {
    if (isOver && !within?.current?.closest(OPEN)) continue;
    const taken = take(event);
    if (taken) event.preventDefault();
    if (taken || alone) return;
  }
  if (isOver) return;
  if (isPressedBy(event, focused)) return;
  const hears = isField(focused)
    ? ({ inFields }: Part) => inFields && (event.ctrlKey || event.metaKey)
    : () => true;
  const outside = parts.filter((part) => !part.within && hears(part)).toReversed();
  if (outside.some(({ take }) => take(event))) event.preventDefault();
}

/** Those that the focus is in, the innermost first. */
function partsAround(focused: Element): Part[] {
  const isIn = (one: Part, other: Part) =>
    other.within?.current?.contains(one.within?.current ?? null) ?? false;
  return parts
    .filter(({ within }) => within?.current?.contains(focused))
    .toSorted((a, b) => Number(isIn(b, a)) - Number(isIn(a, b)));
}

/** Whether the key is the focused element's own: it presses a button, or moves between tabs. */
function isPressedBy({ key }: KeyboardEvent, focused: Element): boolean {
  if (key === 'Enter') return focused.closest(`a, ${PRESSED}`) !== null;
  if (key === ' ') return focused.closest(`input, ${PRESSED}`) !== null;
  return key.startsWith('Arrow') && focused.closest('[role="tablist"], input') !== null;
}

const PRESSED = 'button, summary, label, [role="tab"], [role="slider"]';

/** Whether a menu, a list or a dialog is open over the page, which hears nothing then; messages and tips are not. */
export function isAnythingOpen(): boolean {
  return document.querySelector(OPEN) !== null;
}

/** What is open over the page. */
export const OPEN =
  '[data-open]:is([role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]), [data-open] [role="listbox"]';

/** Whether text is written in it or in what it belongs to: then a letter is not a shortcut. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(FIELD) !== null;
}

const FIELD =
  'form, textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])';
