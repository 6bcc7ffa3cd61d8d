import { Select as Base } from '@base-ui/react/select';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { POPUP_CLASS, popupPlace, SELECT_ITEM, TRIGGER } from './look.ts';
import { SearchedSelect } from './searched-select.tsx';

export type SelectProps<Value extends string> = {
  /** Names it where no `<label>` belongs to its `id`. */
  label?: string;
  id?: string;
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly (readonly [value: Value, text: string])[];
  /** Shown as long as nothing is chosen. */
  placeholder?: string;
  /** Its width, and what else differs. */
  className?: string;
};

/** Longer lists have a field to search in. */
const LONG = 20;

/** One of several: a list that opens below, in which the first letters of an option lead to it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return props.options.length > LONG ? <SearchedSelect {...props} /> : <ShortSelect {...props} />;
}

function ShortSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, id, value, onChange, options, placeholder = '', className = 'w-44' } = props;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root<Value | ''>
      value={value === '' && !options.some(([key]) => key === '') ? null : value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen as Value);
      }}
    >
      <Base.Trigger
        ref={(trigger) => setPlace(popupPlace(trigger))}
        {...(id !== undefined && { id })}
        aria-label={label}
        className={`${TRIGGER} ${className}`}
      >
        <Base.Value className="min-w-0 flex-1 truncate text-left">
          {(chosen) => options.find(([key]) => key === chosen)?.[1] ?? placeholder}
        </Base.Value>
        <Base.Icon>
          <ChevronDown aria-hidden className="size-4 text-soft" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={place}>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-30">
          <Base.Popup className={POPUP_CLASS}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1">
              {options.map(([key, text]) => (
                <Base.Item key={key} value={key} className={SELECT_ITEM}>
                  <Base.ItemText className="min-w-0 flex-1 truncate">{text}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
