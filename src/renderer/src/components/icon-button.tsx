import { Tooltip } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactNode } from 'react';

type IconButtonProps = ComponentProps<'button'> & {
  /** For screen readers: also names the object of the action. */
  label: string;
  /** Shown on hover and focus. */
  tip: string;
  children: ReactNode;
};

/** A button with an icon, and a word beside it where there is room; its meaning is in a tooltip. */
export function IconButton({ label, tip, disabled, children, ...props }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        {...props}
        // The trigger's own `disabled` would only suppress the tooltip.
        render={<button type="button" disabled={disabled} />}
        aria-label={label}
        className="inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-md text-sm whitespace-nowrap text-soft has-[span]:lg:px-2 transition-colors hover:bg-raised hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent aria-disabled:opacity-40 aria-disabled:hover:bg-transparent [&_svg]:size-4"
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6}>
          <Tooltip.Popup className="rounded-md bg-ink px-2 py-1 text-xs text-page">
            {tip}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
