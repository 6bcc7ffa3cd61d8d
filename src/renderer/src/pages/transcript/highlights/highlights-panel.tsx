import { Menu } from '@base-ui/react/menu';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { casefold } from '../../../../../shared/casefold.ts';
import { HIGHLIGHTED_FORMATS } from '../../../../../shared/exports/export-options.ts';
import type { HighlightColor, TextHighlight } from '../../../../../shared/highlights/highlight.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { EXPORT_FORMATS } from '../../../components/export-formats.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { MENU_ITEM, MenuButton } from '../../../components/menu-popup.tsx';
import { usePageOffset, VirtualRows } from '../../../components/virtual-rows.tsx';
import { keyName } from '../../../keys/key-matching.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { formatCount } from '../../../text/format.ts';
import { goToMoment } from '../reading/go-to-text.ts';
import { COLOR_NAMES, ColorButtons, ColorSign } from './color-choice.tsx';
import { HighlightForm } from './highlight-form.tsx';
import { useHighlights } from './highlight-store.ts';
import { usePlaced } from './placed-highlights.ts';

/** All that is highlighted, with its comments: to filter, jump to, change and export. */
export function HighlightsPanel({ id }: { id: string }) {
  const highlights = usePlaced((state) => state.highlights);
  const [text, setText] = useState('');
  const [colors, setColors] = useState<readonly HighlightColor[]>([]);
  if (highlights.length === 0) return <NoHighlights />;
  const shown = highlights.filter((one) => isWanted(one, casefold(text.trim()), colors));
  const toggle = (color: HighlightColor) =>
    setColors(colors.includes(color) ? colors.filter((one) => one !== color) : [...colors, color]);
  return (
    <div className="max-w-reading">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="search"
          aria-label="Filter highlights"
          placeholder="Words or comments"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="field h-9 min-w-0 flex-1 basis-48 px-3 text-sm"
        />
        <fieldset className="flex gap-1">
          <legend className="sr-only">Colors shown</legend>
          <ColorButtons
            label={(name) => `Only ${name}`}
            chosen={colors}
            onChoose={(color) => toggle(color)}
          />
        </fieldset>
        <ExportMenu id={id} />
      </div>
      <p role="status" className="mb-2 text-sm text-soft tabular-nums">
        {shown.length === highlights.length
          ? `${formatCount(highlights.length)} ${highlights.length === 1 ? 'highlight' : 'highlights'}`
          : `${formatCount(shown.length)} of ${formatCount(highlights.length)} highlights`}
      </p>
      <List highlights={shown} />
    </div>
  );
}

function NoHighlights() {
  return (
    <p className="max-w-reading text-soft">
      Nothing is highlighted yet. Select words in the text and choose a color, or press{' '}
      {keyName('H')} to highlight the sentence that plays and {keyName('M')} to comment on it.
    </p>
  );
}

/** Whether it has one of the colors, if any is chosen, and says the text in its words or its comment. */
function isWanted(
  { color, text, quote, comment }: TextHighlight,
  wanted: string,
  colors: readonly HighlightColor[],
): boolean {
  if (colors.length > 0 && !colors.includes(color)) return false;
  return [text, quote, comment ?? ''].some((one) => casefold(one).includes(wanted));
}

const FORMATS = EXPORT_FORMATS.filter(({ format }) =>
  HIGHLIGHTED_FORMATS.some((one) => one === format),
);

function ExportMenu({ id }: { id: string }) {
  const { choice } = useExport.getState();
  return (
    <MenuButton label="Export" align="end">
      {FORMATS.map(({ format, name }) => (
        <Menu.Item
          key={format}
          className={MENU_ITEM}
          onClick={() => useExport.save(id, { ...choice, format, highlights: 'only' })}
        >
          {name}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}

function List({ highlights }: { highlights: readonly TextHighlight[] }) {
  const list = useRef<HTMLOListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: highlights.length,
    estimateSize: () => 72,
    overscan: 8,
    scrollMargin: usePageOffset(list),
    getItemKey: (index) => highlights[index]?.id ?? index,
  });
  return (
    <VirtualRows
      ref={list}
      virtualizer={virtualizer}
      aria-label="Highlights"
      rowClass="border-t border-line py-2"
    >
      {(index) => {
        const highlight = highlights[index];
        return highlight && <Row highlight={highlight} />;
      }}
    </VirtualRows>
  );
}

function Row({ highlight }: { highlight: TextHighlight }) {
  const { id, start, color, speaker, text, quote, comment } = highlight;
  const [editing, setEditing] = useState(false);
  const hasDraft = useHighlights((state) => state.drafts[id] !== undefined);
  const name = useId();
  return (
    <article aria-labelledby={name} className="space-y-2">
      <div className="flex items-start gap-2">
        <ColorSign color={color} />
        <button
          type="button"
          id={name}
          onClick={() => goToMoment(start * 1000)}
          className="-my-0.5 min-w-0 flex-1 rounded-md px-1.5 py-0.5 text-left hover:bg-raised"
        >
          <span className="sr-only">{COLOR_NAMES[color]}: </span>
          <span className="text-sm text-soft tabular-nums">{formatClock(start * 1000)}</span>{' '}
          {speaker !== null && <bdi className="text-sm text-soft">{speaker}</bdi>}
          <span dir="auto" className="line-clamp-4 text-start wrap-anywhere">
            {text || quote}
          </span>
          {text === '' && <span className="text-sm text-soft">Its words are gone.</span>}
        </button>
        <IconButton
          icon={Pencil}
          label={`Edit the comment on ${quote}`}
          tip="Comment and color"
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        />
        <IconButton
          icon={Trash2}
          label={`Delete the highlight of ${quote}`}
          tip="Delete"
          onClick={() => useHighlights.remove(id)}
        />
      </div>
      {!editing && comment !== null && (
        <p dir="auto" className="ps-9.5 text-sm whitespace-pre-line wrap-anywhere">
          {comment}
        </p>
      )}
      {!editing && hasDraft && (
        <p className="ps-9.5 text-sm text-doubt">A draft of the comment is not saved yet.</p>
      )}
      {editing && (
        <div className="ps-9.5">
          <HighlightForm highlight={highlight} onDone={() => setEditing(false)} />
        </div>
      )}
    </article>
  );
}
