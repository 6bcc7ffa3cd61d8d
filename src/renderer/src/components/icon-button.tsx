import { Tooltip } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactNode } from 'react';

type IconButtonProps = ComponentProps<'button'> & {
  /** Said by screen readers: names the thing acted on, too. */
  label: string;
  /** Shown on hover and focus. */
  tip: string;
  children: ReactNode;
};

/** A button that is only an icon, with its meaning in a tooltip. */
export function IconButton({ label, tip, disabled, children, ...props }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        {...props}
        // The trigger's own `disabled` would only keep the tooltip away.
        render={<button type="button" disabled={disabled} />}
        aria-label={label}
        className="grid size-8 place-items-center rounded-md text-soft transition-colors hover:bg-raised hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent [&_svg]:size-4"
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
