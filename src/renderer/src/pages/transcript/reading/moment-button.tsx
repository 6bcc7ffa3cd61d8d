import type { ReactNode } from 'react';
import { formatClock } from '../../../../../shared/time.ts';

type MomentButtonProps = { start: number; onPress: () => void; children: ReactNode };

/** What is said at a moment; pressed, it leads there. */
export function MomentButton({ start, onPress, children }: MomentButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-2 flex w-full items-baseline gap-4 rounded-md px-2 py-1.5 text-left hover:bg-raised"
    >
      <span className="w-12 shrink-0 text-sm text-soft tabular-nums">
        {formatClock(start * 1000)}
      </span>
      <span dir="auto" className="min-w-0 flex-1 text-start wrap-anywhere">
        {children}
      </span>
    </button>
  );
}
