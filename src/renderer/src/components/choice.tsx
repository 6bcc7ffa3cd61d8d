import { useId } from 'react';

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly (readonly [value: Value, text: string])[];
  /** Shown first, to be chosen from; without it one of the options is always chosen. */
  placeholder?: string;
};

/** One of several, in the system's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, onChange, options, placeholder } = props;
  const id = useId();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
        className="h-9 w-44 rounded-lg border border-field-line bg-panel px-2"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
