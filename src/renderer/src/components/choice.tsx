import { useId } from 'react';
import { Select, type SelectProps } from './select.tsx';

type ChoiceProps<Value> = Omit<SelectProps<Value>, 'id'> & { label: string };

/** One of several, with its label above. */
export function Choice<Value>({ label, ...select }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <Select id={id} {...select} />
    </div>
  );
}
