import type { Virtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react';

type VirtualRowsProps = Omit<ComponentProps<'ol'>, 'children'> & {
  ref: RefObject<HTMLOListElement | null>;
  virtualizer: Virtualizer<Window, Element>;
  rowClass?: string;
  children: (index: number) => ReactNode;
};

/** A list of which only the rows in view are in the document: there may be thousands. */
export function VirtualRows(props: VirtualRowsProps) {
  const { virtualizer, rowClass = '', className = '', children, ...list } = props;
  const { count, scrollMargin } = virtualizer.options;
  return (
    <ol
      {...list}
      className={`relative box-content ${className}`}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          data-id={key}
          aria-setsize={count}
          aria-posinset={index + 1}
          className={`absolute inset-x-0 ${rowClass}`}
          // Not by a transform, of which what is sticky within it would know nothing.
          style={{ top: start - scrollMargin }}
        >
          {children(index)}
        </li>
      ))}
    </ol>
  );
}

/** How far below the top of the page an element begins; follows whatever grows above it. */
export function usePageOffset(ref: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top;
      if (top !== undefined) setOffset(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return offset;
}
