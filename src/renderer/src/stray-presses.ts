import { listen } from './event-listeners.ts';

/**
 * Whoever clicks twice means what was there at first: the second press does nothing where something else lies there by
 * then, such as the next row of a list, or what a page has that opened.
 */
export function ignoreStrayPresses(): void {
  let first: Element | null = null;
  listen(
    window,
    {
      mousedown: ({ detail, target }) => {
        if (detail === 1) first = controlAt(target);
      },
      click: (event) => {
        const control = controlAt(event.target);
        // Only the second: many rows are pressed away one after the other, too.
        if (event.detail !== 2 || control === null || control === first) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
    },
    { capture: true },
  );
}

function controlAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

const CONTROLS = 'a, button, summary, [role^="menuitem"], [role="option"]';
