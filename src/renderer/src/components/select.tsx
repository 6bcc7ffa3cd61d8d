import { Combobox } from '@base-ui/react/combobox';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

const TRIGGER =
  'inline-flex h-9 max-w-full items-center gap-2 rounded-lg border border-field-line bg-panel px-3 text-sm hover:bg-raised';

const POPUP_CLASS =
  'max-w-(--available-width) min-w-(--anchor-width) rounded-lg border border-line bg-panel text-sm shadow-panel outline-none';

const SELECT_ITEM =
  'flex cursor-default scroll-my-1 items-center gap-3 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-raised';

type SelectProps<Value> = {
  /** Its name, if no `<label>` refers to its `id`. */
  label?: string;
  id?: string;
  /** None of the options where nothing is chosen yet; `null` may be one of them. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly (readonly [value: Value, text: string])[];
  /** Shown until something is chosen. */
  placeholder?: string;
  /** Its width, and what else differs. */
  className?: string;
};

/** Longer lists have a field to search in. */
const LONG = 20;

type SelectRowProps<Value> = SelectProps<Value> & { label: string };

/** A list with its label beside it, one row of a form. */
export function SelectRow<Value>(props: SelectRowProps<Value>) {
  return (
    <Option label={props.label}>
      <Select {...props} />
    </Option>
  );
}

/** One of several, with its label above. */
export function Choice<Value>({ label, ...select }: Omit<SelectRowProps<Value>, 'id'>) {
  const id = useId();
  return (
    <div className="max-w-full text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <Select id={id} {...select} />
    </div>
  );
}

/** A label with what it is chosen by. */
export function Option({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex h-9 items-center justify-between gap-4">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

/** A list that opens below; typing the first letters of an option leads to it. */
export function Select<Value>(props: SelectProps<Value>) {
  return props.options.length > LONG ? <SearchedSelect {...props} /> : <ShortSelect {...props} />;
}

function ShortSelect<Value>(props: SelectProps<Value>) {
  const { label, id, value, onChange, options, placeholder = '', className = 'w-44' } = props;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root<Value | null>
      value={value ?? null}
      onValueChange={(chosen) => onChange(chosen as Value)}
    >
      <Base.Trigger
        ref={(trigger) => setPlace(popupPlace(trigger))}
        {...(id !== undefined && { id })}
        aria-label={label}
        className={`${TRIGGER} ${className}`}
      >
        <Base.Value className="min-w-0 flex-1 truncate text-left">
          {options.find(([one]) => one === value)?.[1] ?? placeholder}
        </Base.Value>
        <Base.Icon>
          <ChevronDown aria-hidden className="size-4 text-soft" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={place}>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-30">
          <Base.Popup className={POPUP_CLASS}>
            <Base.List className="max-h-[min(--spacing(80),var(--available-height))] overflow-y-auto overscroll-contain p-1">
              {options.map(([one, text]) => (
                <Base.Item key={String(one)} value={one} className={SELECT_ITEM}>
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

type Item<Value> = { value: Value; label: string };

/** A list with a search field, for many options such as languages. */
function SearchedSelect<Value>(props: SelectProps<Value>) {
  const { label, id, value, onChange, options, placeholder = '', className = 'w-44' } = props;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const items: readonly Item<Value>[] = options.map(([one, label]) => ({ value: one, label }));
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
            <Combobox.List className="max-h-[min(--spacing(72),var(--available-height)_-_--spacing(14))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(item: Item<Value>) => (
                <Combobox.Item key={String(item.value)} value={item} className={SELECT_ITEM}>
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

/** Where the list stands in the document: in the page's landmark, or in the dialog that its trigger is in. */
function popupPlace(trigger: HTMLElement | null): HTMLElement | null {
  return trigger?.closest<HTMLElement>('[data-dialog], main') ?? null;
}
