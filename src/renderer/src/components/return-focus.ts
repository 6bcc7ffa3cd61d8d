/**
 * For the `finalFocus` of what closes: gives the focus to this element and nothing inside it. To one that no Tab reaches,
 * such as the transcript itself, Base UI gives none, but takes the first button in it, which then has the keys.
 */
export function returnFocus(home: Element | null | undefined): HTMLElement | false {
  if (!(home instanceof HTMLElement && home.isConnected)) return false;
  if (home.tabIndex >= 0) return home;
  const { activeElement } = document;
  // Who has clicked on something else means to be there.
  const isLeft = activeElement === document.body || activeElement?.closest('[role="dialog"]');
  if (isLeft) home.focus({ preventScroll: true });
  return false;
}
