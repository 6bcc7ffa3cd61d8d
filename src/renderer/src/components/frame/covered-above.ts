/** What stays at the upper edge of the window while the page scrolls: elements marked with `data-stays`. */
import { useLayoutEffect, useState } from 'react';
import { listen } from '../../event-listeners.ts';

/** How many pixels at the upper edge of the window are covered once the page has scrolled. */
export function coveredAbove(): number {
  let covered = 0;
  for (const element of document.querySelectorAll<HTMLElement>('[data-stays]')) {
    const { position, top } = getComputedStyle(element);
    if (position === 'sticky') {
      covered = Math.max(covered, Number.parseFloat(top) + element.offsetHeight);
    }
  }
  return covered;
}

/** The same, followed as bars open and close and the window changes its size. */
export function useCoveredAbove(): number {
  const [covered, setCovered] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setCovered(coveredAbove());
    const observer = new ResizeObserver(measure);
    for (const element of document.querySelectorAll('[data-stays]')) observer.observe(element);
    const stop = listen(window, { resize: measure });
    measure();
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return covered;
}

/** For the `ref` of the bar below the header: `--head` is where it ends, for what stays below it. */
export const keepHead = keepIn('--head', (bar) => {
  const { position, top } = getComputedStyle(bar);
  return Number.parseFloat(top) + (position === 'sticky' ? bar.offsetHeight : 0);
});

/** For the `ref` of a bar at the lower edge of the window: messages are shown above it. */
export const keepClear = keepIn(
  '--foot',
  (bar) => window.innerHeight - bar.getBoundingClientRect().top,
);

/** Keeps a measure of an element, in pixels, in a variable of the styles. */
function keepIn(variable: string, measure: (bar: HTMLElement) => number) {
  return (bar: HTMLElement | null): (() => void) | undefined => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(variable, `${measure(bar)}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  };
}
