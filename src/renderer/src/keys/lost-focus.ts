import { useEffect } from 'react';
import { listen } from '../event-listeners.ts';
import { OPEN } from './page-keys.ts';

/** What gives the focus back itself, such as a menu or a form, does so before. */
const FRAMES = 4;

/**
 * Where nothing has the focus any more, a part of the page gets it: the next button in its row, where one can no longer
 * be pressed, what is open over the page, else the editor, where it has moved with its sentence, the field beside such a
 * button, or the page's own place for it.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let frame = 0;
    let last: Element | null = null;
    const look = () => {
      cancelAnimationFrame(frame);
      let left = FRAMES;
      const wait = () => {
        left -= 1;
        if (left > 0) frame = requestAnimationFrame(wait);
        else goHome(last);
      };
      wait();
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      cancelAnimationFrame(frame);
      last = target instanceof Element ? target : null;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => relatedTarget === null && look();
    // A button that has nothing left to do once it was pressed loses the focus without a word: hence the click.
    const stop = listen(document, { focusin: onFocusIn, focusout: onFocusOut, click: look });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
}

function goHome(last: Element | null): void {
  if (document.activeElement !== document.body || !document.hasFocus()) return;
  const home = findHome(last);
  if (!home) return;
  if (home.tabIndex < 0) home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

function findHome(last: Element | null): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>(OPEN)].at(-1);
  const beside = last?.matches(':disabled')
    ? last.closest('li')?.querySelector('button:enabled')
    : null;
  if (beside instanceof HTMLElement && (!open || open.contains(beside))) return beside;
  if (open) return open;
  const isGone = last?.isConnected === false;
  const field = isGone
    ? document.querySelector<HTMLElement>('[contenteditable]')
    : last?.closest('search, form')?.querySelector<HTMLElement>('input, textarea');
  return (
    field ?? document.querySelector<HTMLElement>('[data-home]') ?? document.querySelector('main')
  );
}

/** Gives it the focus, and nothing in it: of what no Tab reaches, such as the transcript, Base UI takes the first button. */
export function returnFocus(home: Element | null | undefined): HTMLElement | false {
  if (!(home instanceof HTMLElement && home.isConnected)) return false;
  if (home.tabIndex >= 0) return home;
  const { activeElement } = document;
  // Who has clicked on something else means to be there.
  const isLeft = activeElement === document.body || activeElement?.closest('[role="dialog"]');
  if (isLeft) home.focus({ preventScroll: true });
  return false;
}
