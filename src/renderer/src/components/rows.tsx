import type { ReactNode } from 'react';

type RowsProps<Item> = {
  label: string;
  /** None until they are loaded. */
  items: readonly Item[] | null;
  /** Said where there are none. */
  empty?: string;
  children: (item: Item) => ReactNode;
};

/** A list with a line between its rows. */
export function Rows<Item>({ label, items, empty, children }: RowsProps<Item>) {
  if (items?.length === 0) return empty && <p className="text-sm text-soft">{empty}</p>;
  return (
    items && (
      <ul aria-label={label} className="rows">
        {items.map((item) => children(item))}
      </ul>
    )
  );
}

type RowProps = {
  title: ReactNode;
  /** What is said of it below; what is not known is left out. */
  lines: readonly (string | null)[];
  problem?: string | null;
  children?: ReactNode;
};

/** One thing in a list, with what is to be known about it. */
export function Row({ title, lines, problem = null, children }: RowProps) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 py-2 pr-3 pl-4">
      <div className="min-w-48 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {lines.map((line) => (
          <p key={line} className="text-sm text-soft tabular-nums empty:hidden">
            {line}
          </p>
        ))}
        {problem !== null && <p className="text-sm text-ink">{problem}</p>}
      </div>
      {children}
    </li>
  );
}
