import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { findText } from '../reading/places.ts';
import { replaceAt, replaceEverywhere } from './replace.ts';
import { useChosenPlace } from './use-chosen-place.ts';

const FIELD = 'h-8 min-w-24 flex-1 rounded-lg border border-field-line bg-panel px-2.5 text-sm';

type FindBarProps = { segments: readonly TranscriptSegment[]; onShow: (segment: number) => void };

/** Find in the transcript, and replace. Enter goes on, Shift and Enter back, Escape closes. */
export function FindBar({ segments, onShow }: FindBarProps) {
  const { query, replacement, at, setQuery, setReplacement, setAt, close } = useFind();
  const change = useEdits((state) => state.change);
  const places = useMemo(
    () =>
      segments.flatMap(({ id, text }) =>
        findText(text, query).map((offset) => ({ segment: id, offset })),
      ),
    [segments, query],
  );
  const place = places[Math.min(at, places.length - 1)];
  useChosenPlace(place && { ...place, length: query.length }, onShow);
  // A second press of the shortcut comes back to the field.
  useEffect(() => {
    const field = document.getElementById('find');
    field?.focus();
    // What was looked for before makes room for what is typed now.
    if (field instanceof HTMLInputElement) field.select();
  }, []);

  const go = (step: number) => {
    if (places.length > 0) setAt((at + step + places.length) % places.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const replaceOne = () => {
    const segment = place && segments[place.segment];
    if (!segment) return;
    const text = replaceAt(segment.text, place.offset, query.length, replacement);
    change([{ id: segment.id, text }]);
  };

  return (
    <search
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel p-2"
      onKeyDown={onKeyDown}
    >
      <input
        id="find"
        dir="auto"
        aria-label="Find"
        placeholder="Find"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className={FIELD}
      />
      <span role="status" className="w-20 text-center text-sm text-soft tabular-nums">
        {query === ''
          ? ''
          : places.length === 0
            ? 'Not found'
            : `${Math.min(at, places.length - 1) + 1} of ${places.length}`}
      </span>
      <IconButton label="Last place" tip="Back (Shift Enter)" onClick={() => go(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next place" tip="Next (Enter)" onClick={() => go(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-2 max-lg:order-1">
        <input
          dir="auto"
          aria-label="Replace with"
          placeholder="Replace with"
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
          className={FIELD}
        />
        <Button disabled={!place} onClick={replaceOne}>
          Replace
        </Button>
        <Button
          disabled={!place}
          onClick={() => change(replaceEverywhere(segments, query, replacement))}
        >
          Replace all
        </Button>
      </div>
      <IconButton label="Close find" tip="Close (Esc)" onClick={close}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}
