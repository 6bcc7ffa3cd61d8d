import { Pencil, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { IconButton, StepButtons } from '../../../components/icon-button.tsx';
import { Select } from '../../../components/select.tsx';
import { offerReplaced } from '../../../edits/spelling-offer.ts';
import { FIND_CLOSE_KEYS, FIND_KEYS, REPLACE_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { formatCount } from '../../../text/format.ts';
import { lettersAt } from '../reading/words-at.ts';
import { describeReplaced, findText, replaceAt, replaceEverywhere } from './find-and-replace.ts';
import { useFind } from './find-store.ts';
import { useChosenPlace } from './use-chosen-place.ts';

const FIELD = 'field h-8 min-w-24 flex-1 px-2.5 text-sm';

/** Where a match begins. */
type Place = { segment: number; offset: number };

/** Find in the transcript, and replace. Enter goes on, Shift and Enter back, Escape closes. */
export function FindBar({ segments }: { segments: readonly TranscriptSegment[] }) {
  const { query, at, said } = useFind();
  const { searched, places } = usePlaces(segments);
  const place = places[Math.min(at, places.length - 1)];
  useChosenPlace(place && { ...place, length: query.length });
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // What was looked for before makes room for what is typed now.
  const selectField = () => field.current?.select();
  useEffect(() => field.current?.select(), []);

  const go = (step: number) => {
    if (places.length > 0) useFind.setAt((at + step + places.length) % places.length);
  };
  const correct = () => {
    const segment = place && segments[place.segment];
    if (!segment) return;
    useFind.close();
    const { offset } = place;
    useEdits.edit(segment.id, lettersAt(segment, { offset, length: query.length }));
  };
  const inField = (step: 1 | -1) => (event: Event) =>
    event.target instanceof HTMLInputElement && go(step);
  usePageKeys(FIND_CLOSE_KEYS, { close: useFind.close }, { within: bar });
  usePageKeys(FIND_CLOSE_KEYS, { close: useFind.close });
  usePageKeys(
    FIND_KEYS,
    { next: inField(1), previous: inField(-1), correct, field: selectField },
    { within: bar, alone: true },
  );

  return (
    <search
      ref={bar}
      className="flex flex-wrap items-center gap-2 max-sm:gap-1 rounded-lg border border-line bg-panel p-2"
    >
      <input
        ref={field}
        dir="auto"
        aria-label="Find"
        placeholder="Find"
        value={query}
        onChange={(event) => useFind.setQuery(event.target.value)}
        className={FIELD}
      />
      <span
        role="status"
        className={`min-w-20 max-xs:min-w-14 text-center text-sm tabular-nums ${said ? 'text-ink' : 'text-soft'}`}
      >
        {said || countText(query, at, places.length)}
      </span>
      {/* Tab goes from one field to the other. */}
      <ReplaceRow {...{ segments, searched, place }} />
      <StepButtons what="match" keys={['Shift Enter', 'Enter']} onStep={go} />
      <IconButton
        icon={Pencil}
        label="Correct the match"
        tip="Correct (F2)"
        disabled={!place}
        onClick={correct}
      />
      <FindOptionsRow />
      <div className="lg:order-1">
        <IconButton icon={X} label="Close search" tip="Close (Esc)" onClick={useFind.close} />
      </div>
    </search>
  );
}

type ReplaceRowProps = {
  segments: readonly TranscriptSegment[];
  searched: readonly TranscriptSegment[];
  place: Place | undefined;
};

/** What takes the place of the chosen match, or of all of them. */
function ReplaceRow({ segments, searched, place }: ReplaceRowProps) {
  const { query, replacement } = useFind();
  const replaceOne = () => {
    const segment = place && segments[place.segment];
    if (!segment) return;
    const text = replaceAt(segment.text, place.offset, query.length, replacement);
    useEdits.rewrite([{ id: segment.id, text }]);
  };
  const replaceAll = () => {
    const { wholeWords, matchCase } = useFind.getState();
    const found = replaceEverywhere(searched, query, replacement, { wholeWords, matchCase });
    useEdits.rewrite(found.changes);
    useFind.setSaid(describeReplaced(found.places, found.changes.length));
    // The spelling list knows whole words only.
    const whole = replaceEverywhere(searched, query, replacement, { wholeWords: true, matchCase });
    if (found.places > 0 && whole.places === found.places) offerReplaced(query, replacement);
  };
  const field = useRef<HTMLInputElement>(null);
  usePageKeys(REPLACE_KEYS, { replace: replaceOne, all: replaceAll }, { within: field });
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-center gap-2 max-sm:gap-1 order-1">
      <input
        ref={field}
        dir="auto"
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        onChange={(event) => useFind.setReplacement(event.target.value)}
        className={FIELD}
      />
      <Button disabled={!place} onClick={replaceOne}>
        Replace
      </Button>
      <Button disabled={!place} onClick={replaceAll}>
        Replace all
      </Button>
    </div>
  );
}

function usePlaces(segments: readonly TranscriptSegment[]) {
  const { query, wholeWords, matchCase, speaker } = useFind();
  const searched = useMemo(
    () => segments.filter(({ speaker_id: id }) => speaker === null || id === speaker),
    [segments, speaker],
  );
  const places = useMemo(
    () =>
      searched.flatMap(({ id, text }) =>
        findText(text, query, { wholeWords, matchCase }).map((offset) => ({ segment: id, offset })),
      ),
    [searched, query, wholeWords, matchCase],
  );
  return { searched, places };
}

function countText(query: string, at: number, places: number): string {
  if (query === '') return '';
  if (places === 0) return 'Not found';
  return `${formatCount(Math.min(at, places - 1) + 1)} of ${formatCount(places)}`;
}

/** What counts as found: whole words, the same case, one person's words. */
function FindOptionsRow() {
  const { wholeWords, matchCase, speaker } = useFind();
  const speakers = useTranscript((state) => state.transcription?.result?.speakers);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-1 order-2">
      <Checkbox checked={wholeWords} onChange={(on) => useFind.setOptions({ wholeWords: on })}>
        Whole words
      </Checkbox>
      <Checkbox checked={matchCase} onChange={(on) => useFind.setOptions({ matchCase: on })}>
        Match case
      </Checkbox>
      {speakers !== undefined && speakers.length > 1 && (
        <span className="flex min-w-0 items-center gap-2 text-sm">
          Speaker
          <Select
            label="Speaker"
            value={speaker}
            onChange={(id) => useFind.setOptions({ speaker: id })}
            options={[
              [null, 'All'],
              ...speakers.map(({ id, name, label }) => [id, name ?? label] as const),
            ]}
            className="w-40"
          />
        </span>
      )}
    </div>
  );
}
