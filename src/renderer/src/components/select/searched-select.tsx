import { Combobox } from '@base-ui/react/combobox';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { POPUP_CLASS, popupPlace, SELECT_ITEM, TRIGGER } from './look.ts';
import type { SelectProps } from './select.tsx';

type Item<Value extends string> = { value: Value; label: string };

/** One of many, such as the languages: a field in the list finds it. */
export function SearchedSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, id, value, onChange, options, placeholder = '', className = 'w-44' } = props;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const items: readonly Item<Value>[] = options.map(([key, text]) => ({ value: key, label: text }));
  const chosen = items.find((item) => item.value === value) ?? null;
  return (
    <Combobox.Root
      items={items}
      value={chosen}
      isItemEqualToValue={(one, other) => one?.value === other?.value}
      onValueChange={(item: Item<Value> | null) => item && onChange(item.value)}
      autoHighlight
    >
      <Combobox.Trigger
        ref={(trigger) => setPlace(popupPlace(trigger))}
        {...(id !== undefined && { id })}
        aria-label={label}
        className={`${TRIGGER} ${className}`}
      >
        <span className="min-w-0 flex-1 truncate text-left">{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 text-soft" />
      </Combobox.Trigger>
      <Combobox.Portal container={place}>
        <Combobox.Positioner sideOffset={4} align="start" className="z-30">
          <Combobox.Popup aria-label={label ?? 'Choose'} className={`w-64 ${POPUP_CLASS}`}>
            <div className="border-b border-line p-1.5">
              <Combobox.Input
                aria-label="Search the list"
                placeholder="Search"
                className="h-8 w-full rounded-md border border-field-line bg-page px-2.5 placeholder:text-soft focus-visible:-outline-offset-1"
              />
            </div>
            <Combobox.Empty>
              <p className="px-3.5 py-3 text-soft">Nothing found</p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(18rem,calc(var(--available-height)-3.5rem))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(item: Item<Value>) => (
                <Combobox.Item key={item.value} value={item} className={SELECT_ITEM}>
                  <span className="min-w-0 flex-1 truncate">{item.label}</span>
                  <Combobox.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
