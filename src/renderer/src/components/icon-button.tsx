import { Tooltip } from '@base-ui/react/tooltip';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import type { PressProps } from './button.tsx';
import { usePress } from './use-press.ts';

type IconButtonProps = PressProps & {
  /** For screen readers: also names the object of the action. */
  label: string;
  /** Shown on hover and focus, unless the label says it. */
  tip?: string;
  /** Left out where the icon is a child, for it has a look of its own. */
  icon?: LucideIcon;
};

/** A button with an icon, and a word beside it where there is room; its meaning is in a tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, tip = label, icon: Icon, disabled, onClick, children, ...others } = props;
  const { press, busy } = usePress(onClick);
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        aria-busy={busy || undefined}
        {...others}
        onClick={press}
        // The trigger's own `disabled` would only suppress the tooltip.
        render={<button type="button" disabled={disabled} />}
        aria-label={label}
        className="inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-md text-sm whitespace-nowrap text-soft has-[span]:lg:px-2 transition-colors hover:bg-raised hover:text-ink aria-pressed:[&_svg]:text-accent disabled:opacity-40 disabled:hover:bg-transparent aria-disabled:opacity-40 aria-disabled:hover:bg-transparent [&_svg]:size-4"
      >
        {Icon && <Icon aria-hidden />}
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

type StepButtonsProps = {
  /** What one steps through, such as `match`. */
  what: string;
  /** The keys that do the same: to the one before, to the one after. */
  keys: readonly [string, string];
  onStep: (step: 1 | -1) => void;
};

export function StepButtons({ what, keys: [before, after], onStep }: StepButtonsProps) {
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={`Previous ${what}`}
        tip={`Previous (${before})`}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={`Next ${what}`}
        tip={`Next (${after})`}
        onClick={() => onStep(1)}
      />
    </>
  );
}
