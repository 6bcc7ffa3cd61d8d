import { type RefObject, useEffect } from 'react';
import { create } from 'zustand';

/** The title of a recording whose heading has been scrolled out of view; the window's header shows it then. */
export const useScrolledTitle = create<{ title: string | null }>()(() => ({ title: null }));

/** Shows `title` in the window's header for as long as `heading` is above the visible part of the page. */
export function useTitleInHeader(heading: RefObject<HTMLElement | null>, title: string): void {
  useEffect(() => {
    const element = heading.current;
    if (!element) return;
    const header = document.querySelector('header')?.offsetHeight ?? 0;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several entries come at once when the page was scrolled back and forth.
        const entry = entries.at(-1);
        const gone = entry && !entry.isIntersecting && entry.boundingClientRect.top < header;
        useScrolledTitle.setState({ title: gone ? title : null });
      },
      { rootMargin: `-${header}px 0% 0%` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      useScrolledTitle.setState({ title: null });
    };
  }, [heading, title]);
}
