import type { ComponentProps } from 'react';
import { usePress } from './use-press.ts';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

/** A form that the page itself takes in, and not the browser; once at a time, as its button shows. */
export function Form({ onSubmit, ...props }: FormProps) {
  const { press: send, busy } = usePress(onSubmit);
  return (
    <form
      aria-busy={busy || undefined}
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event);
      }}
    />
  );
}

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  onChange: (text: string) => void;
  /** Whether what is around it has the color of fields. */
  onPanel?: boolean;
};

/** One line of text with its label above, which no browser fills in or corrects; the classes are those of both together. */
export function Field({ label, onChange, onPanel = false, className, ...props }: FieldProps) {
  return (
    <label className={`text-sm ${className}`}>
      <span className="mb-1 block font-medium">{label}</span>
      <input
        autoComplete="off"
        spellCheck={false}
        {...props}
        onChange={({ target }) => onChange(target.value)}
        className={`field h-9 w-full px-3 ${onPanel ? 'bg-page' : ''}`}
      />
    </label>
  );
}

/** Why what was sent was refused; takes no room until it is. */
export function Refusal(props: { id?: string; children: string | null }) {
  return (
    <p {...props} role="alert" className="w-full text-sm text-danger wrap-anywhere empty:hidden" />
  );
}
