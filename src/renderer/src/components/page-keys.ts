/**
 * Who gets a key: what is open over the page (a menu, a list, a dialog), else the field or button that has the focus,
 * else the part of the page that was opened last, such as a review before the transcript, and what it leaves to others.
 */
import { useEffect, useEffectEvent } from 'react';

/** Takes a key, or leaves it to others; in a field only what is no text is to be taken. */
type TakesKey = (event: KeyboardEvent, inField: boolean) => boolean;

const parts: TakesKey[] = [];

/** Keys of a part of the page while it is shown. */
export function usePageKeys(takes: TakesKey): void {
  const take = useEffectEvent(takes);
  useEffect(() => {
    const part: TakesKey = (event, inField) => take(event, inField);
    if (parts.push(part) === 1) document.addEventListener('keydown', giveKey);
    return () => {
      parts.splice(parts.indexOf(part), 1);
      if (parts.length === 0) document.removeEventListener('keydown', giveKey);
    };
  }, []);
}

function giveKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isAnythingOpen()) return;
  const { target, key } = event;
  const focused = target instanceof Element ? target : document.body;
  if ((key === ' ' || key === 'Enter') && focused.closest(PRESSED)) return;
  if (key.startsWith('Arrow') && focused.closest('[role="tablist"]')) return;
  const inField = isField(focused);
  if (parts.toReversed().some((take) => take(event, inField))) event.preventDefault();
}

const PRESSED = 'button, a, summary, label, [role="tab"], [role="slider"]';

/** Whether a menu, a list or a dialog is open over the page, which hears nothing then; messages and tips are not. */
export function isAnythingOpen(): boolean {
  return document.querySelector(OPEN) !== null;
}

const OPEN =
  '[data-open]:is([role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]), [data-open] [role="listbox"]';

/** Whether it takes text: then a letter is not a shortcut. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** What gives the focus back itself, such as a menu or a form, does so before. */
const FRAMES = 4;

/**
 * Where nothing has the focus any more, the element gets it and hears the keys. `isGone` says that what had it is no
 * longer there; else somebody has left it, by a click on nothing.
 */
export function useFocusHome(find: (isGone: boolean) => HTMLElement | null): void {
  const goHome = useEffectEvent((isGone: boolean) => {
    if (document.activeElement === document.body && document.hasFocus()) {
      find(isGone)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    let frame = 0;
    const onFocusIn = () => cancelAnimationFrame(frame);
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      cancelAnimationFrame(frame);
      if (relatedTarget !== null) return;
      let left = FRAMES;
      const wait = () => {
        left -= 1;
        if (left > 0) frame = requestAnimationFrame(wait);
        else goHome(target instanceof Node && !target.isConnected);
      };
      wait();
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, []);
}
