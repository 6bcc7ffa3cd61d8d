import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { usePress } from './use-press.ts';

const LOOKS = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong font-medium',
  plain: 'border-line bg-panel text-ink hover:bg-raised',
  danger: 'border-transparent bg-danger text-page hover:opacity-90 font-medium',
};

/** The classes of a button, for links and primitives that look like one. */
export function buttonClass(look: keyof typeof LOOKS): string {
  return `inline-flex h-9 items-center justify-center gap-2 rounded-lg border px-3.5 text-sm whitespace-nowrap transition-colors disabled:cursor-default disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 ${LOOKS[look]}`;
}

export type PressProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  /** Gives a promise where it takes time: see `usePress`. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};

type ButtonProps = PressProps & { look?: keyof typeof LOOKS; icon?: LucideIcon };

export function Button(props: ButtonProps) {
  const { look = 'plain', icon: Icon, className = '', onClick, children, ...others } = props;
  const { press, busy } = usePress(onClick);
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...others}
      onClick={press}
      className={`${buttonClass(look)} ${className}`}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}
