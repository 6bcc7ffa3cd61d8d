import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';

type VirtualRowsProps = {
  ref: RefObject<HTMLOListElement | null>;
  virtualizer: Virtualizer<Window, Element>;
  label?: string;
  rowClass?: string;
  children: (index: number) => ReactNode;
};

/** A list of which only the rows in view are in the document: there may be thousands. */
export function VirtualRows(props: VirtualRowsProps) {
  const { ref, virtualizer, label, rowClass = '', children } = props;
  const { count, scrollMargin } = virtualizer.options;
  return (
    <ol
      ref={ref}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
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
