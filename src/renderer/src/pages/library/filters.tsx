import { Popover } from '@base-ui/react/popover';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptionSort } from '../../../../shared/transcription/transcription-list.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Option, Select, SelectRow } from '../../components/select.tsx';
import { useLoad } from '../../components/use-load.ts';
import { type StatusFilter, WIDE } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { languageName } from '../../text/format.ts';
import { useTags } from './list/tag-store.ts';
import { useSearch } from './search-store.ts';

const SORTS: readonly (readonly [TranscriptionSort, string])[] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['title', 'By title'],
  ['longest', 'Longest first'],
];
const SHOWN: readonly (readonly [StatusFilter, string])[] = [
  ['all', 'All'],
  ['favorites', 'Favorites'],
  ['completed', 'Finished'],
  ['running', 'In progress'],
  ['failed', 'Failed'],
];
const DATES: readonly (readonly [days: number | null, label: string])[] = [
  [null, 'Any date'],
  [1, 'Today'],
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [365, 'Last 12 months'],
];

/** Which recordings are shown: the button says it, and opens the choices. */
export function Filters() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const { filter, narrowing } = useLibrary();
  const parts = [
    filter === 'all' ? '' : textOf(SHOWN, filter),
    narrowing.language && languageName(narrowing.language),
    narrowing.tag && `#${narrowing.tag}`,
    narrowing.days === null ? '' : textOf(DATES, narrowing.days),
  ].filter((part) => part !== '');
  const isOn = parts.length > 0;
  return (
    <Popover.Root>
      <Popover.Trigger
        ref={(trigger: HTMLElement | null) => setPlace(trigger?.closest('main') ?? null)}
        title={isOn ? parts.join(' · ') : undefined}
        className={`${buttonClass('plain')} max-w-64 border-field-line! max-sm:px-2.5 ${isOn ? 'text-accent!' : ''}`}
      >
        <ListFilter aria-hidden />
        <span className="min-w-0 truncate max-sm:sr-only">
          <span className={isOn ? 'sr-only' : ''}>Filter</span>
          {isOn && ` ${parts.join(' · ')}`}
        </span>
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Positioner align="end" sideOffset={4} className="z-20">
          <Popover.Popup
            data-dialog
            aria-label="Filter"
            className="max-h-(--available-height) w-72 max-w-(--available-width) space-y-2 overflow-y-auto rounded-lg border border-line bg-panel p-3 text-sm shadow-panel"
          >
            <Choices />
            <div className="flex justify-between gap-2 pt-1">
              <Button
                disabled={!isOn}
                onClick={() => useLibrary.arrange({ filter: 'all', narrowing: WIDE })}
              >
                Show all
              </Button>
              <Popover.Close className={buttonClass('plain')}>Done</Popover.Close>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices() {
  const { filter, narrowing } = useLibrary();
  const isList = useSearch(({ found }) => found === null);
  const tags = useTags((state) => state.tags);
  useLoad(useTags.load);
  const languages = useLanguages();
  const narrow = (changes: Partial<typeof WIDE>) => {
    const next = { ...narrowing, ...changes };
    const isWide = next.language === '' && next.tag === '' && next.days === null;
    void useLibrary.arrange({ narrowing: isWide ? WIDE : next });
  };
  return (
    <>
      <SelectRow
        label="Show"
        value={filter}
        options={SHOWN}
        onChange={(chosen) => void useLibrary.arrange({ filter: chosen })}
      />
      <SelectRow
        label="Language"
        value={narrowing.language}
        options={[['', 'Any language'], ...languages]}
        onChange={(language) => narrow({ language })}
      />
      {(tags.length > 0 || narrowing.tag !== '') && (
        <SelectRow
          label="Tag"
          value={narrowing.tag}
          options={[
            ['', 'Any tag'],
            ...tags.map(({ tag, count }) => [tag, `${tag} (${count})`] as const),
          ]}
          onChange={(tag) => narrow({ tag })}
        />
      )}
      <SelectRow
        label="Added"
        value={narrowing.days}
        options={DATES}
        onChange={(days) => narrow({ days })}
      />
      {/* A narrow window has no room for it beside the button. */}
      {isList && (
        <div className="sm:hidden">
          <Option label="Order">
            <Order />
          </Option>
        </div>
      )}
    </>
  );
}

/** Not seen where what was found is shown, which has an order of its own: titles first, then the newest. */
export function Order({ className = 'w-44' }: { className?: string }) {
  const sort = useLibrary((state) => state.sort);
  const isList = useSearch(({ found }) => found === null);
  return (
    <Select
      label="Order"
      value={sort}
      options={SORTS}
      onChange={(chosen) => void useLibrary.arrange({ sort: chosen })}
      className={`${className} ${isList ? '' : 'invisible'}`}
    />
  );
}

function textOf<Value>(options: readonly (readonly [Value, string])[], value: Value): string {
  return options.find(([one]) => one === value)?.[1] ?? '';
}

/** Those of the recordings that are loaded, and the one that is chosen. */
function useLanguages(): (readonly [string, string])[] {
  const byId = useLibrary((state) => state.byId);
  const chosen = useLibrary((state) => state.narrowing.language);
  const codes = new Set([...byId.values()].flatMap(({ language }) => language ?? []));
  if (chosen !== '') codes.add(chosen);
  return [...codes]
    .map((code) => [code, languageName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b));
}
