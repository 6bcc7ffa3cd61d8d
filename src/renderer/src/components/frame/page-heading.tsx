import { type ReactNode, useEffect, useRef } from 'react';

/** The page's h1: gets the focus when the page opens, and names the window. */
export function PageHeading({ children, title }: { children: ReactNode; title: string }) {
  const ref = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    document.title = `${title} · Steno`;
  }, [title]);

  return (
    <h1
      ref={ref}
      dir="auto"
      tabIndex={-1}
      className="text-left text-2xl short:text-lg font-semibold tracking-tight wrap-anywhere"
    >
      {children}
    </h1>
  );
}
