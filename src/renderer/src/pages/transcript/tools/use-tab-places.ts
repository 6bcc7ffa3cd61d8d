import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Each view keeps its place: one that was left is where it was, and one that was not seen yet begins at its top. */
export function useTabPlaces(tab: string, views: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, number>());
  const shown = useRef(tab);

  useLayoutEffect(() => {
    const remember = () => places.current.set(shown.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const element = views.current;
    if (shown.current === tab || !element) return;
    shown.current = tab;
    const place = places.current.get(tab);
    if (place !== undefined) {
      // Browsers have begun to give a promise here, which React would take for what undoes the effect.
      window.scrollTo(0, place);
      return;
    }
    // What stays above the views is the element's scroll margin; where they are all in view nothing moves.
    const room = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
    if (element.getBoundingClientRect().top < room) element.scrollIntoView();
  }, [tab, views]);
}
