import { Check, Pencil, RotateCcw, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton, StepButtons } from '../../../components/icon-button.tsx';
import { REVIEW_FIELD_KEYS, REVIEW_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { replaceAt } from '../find/find-and-replace.ts';
import { useFind } from '../find/find-store.ts';
import { useChosenPlace } from '../find/use-chosen-place.ts';
import { usePlayer } from '../player/player-store.ts';
import { lettersAt } from '../reading/words-at.ts';
import { confirmedWith, type Doubt, findDoubts } from './doubts.ts';

/** A word is easier to judge with a little of what was said before it. */
const LEAD_MS = 1000;

/** They stay while the user writes, so that the page does not go on to the next under the hand. */
function useDoubts(segments: readonly TranscriptSegment[]): readonly Doubt[] {
  const writing = useEdits((state) => state.editing !== null);
  const [doubts, setDoubts] = useState(() => findDoubts(segments));
  useEffect(() => {
    if (!writing) setDoubts(findDoubts(segments));
  }, [segments, writing]);
  return doubts;
}

const ABOUT = {
  word: 'Doubtful word',
  repetition: 'This may repeat itself',
  too_fast: 'There is too much text for the time it takes',
  no_speech: 'There is hardly any speech here',
} as const;

/** Steps through what the engine was not sure of; each is played, found right, or replaced. */
export function ReviewBar({ segments }: { segments: readonly TranscriptSegment[] }) {
  const doubt = useFind((state) => state.doubt) ?? 0;
  const doubts = useDoubts(segments);
  const at = Math.min(doubt, doubts.length - 1);
  const current = doubts[at];
  const segment = current && segments[current.segment];
  const field = useRef<HTMLInputElement>(null);
  useChosenPlace(current);

  const play = usePlayback(current);
  const { confirm, replace, correct } = useJudging(segment, current);
  usePageKeys(REVIEW_KEYS, {
    confirm,
    play,
    replace: () => field.current?.select(),
    close: () => useFind.setDoubt(null),
  });

  return (
    <section
      aria-label="Review"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel p-2 pl-3.5 text-sm"
    >
      <DoubtLine doubt={current} text={segment?.text ?? ''} left={doubts.length} />
      <StepButtons what="doubtful word" keys={[',', '.']} onStep={stepDoubt} />
      <IconButton
        icon={RotateCcw}
        label="Play it again"
        tip="Play it again (P)"
        disabled={!current}
        onClick={play}
      />
      <Button icon={Check} disabled={!current} onClick={confirm} title="Y or Enter">
        Looks right
      </Button>
      {current?.about === 'word' && (
        <ReplaceField
          key={`${current.segment} ${current.offset} ${segment?.text}`}
          ref={field}
          onReplace={replace}
        />
      )}
      <Button icon={Pencil} disabled={!current} onClick={correct} title="E or F2">
        Correct
      </Button>
      <IconButton
        icon={X}
        label="Close review"
        tip="Close (Esc)"
        onClick={() => useFind.setDoubt(null)}
      />
    </section>
  );
}

/** To the next doubtful word, or the one before; begins the review when there is none. */
export function stepDoubt(step: 1 | -1): void {
  const { doubt } = useFind.getState();
  const { length } = findDoubts(segmentsShown());
  if (doubt === null) useFind.setDoubt(0);
  else if (length > 0) useFind.setDoubt((Math.min(doubt, length - 1) + step + length) % length);
}

/** Each doubt is played once it is looked at; what it returns plays it again. */
function usePlayback(doubt: Doubt | undefined): () => void {
  const play = () => {
    if (!doubt) return;
    usePlayer.seek(doubt.startMs - LEAD_MS);
    usePlayer.play();
  };
  const playNew = useEffectEvent(play);
  const { segment, offset } = doubt ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is what makes it play.
  useEffect(() => playNew(), [segment, offset]);
  return play;
}

/** What can be said of a doubt: then it is gone from the list, and the next one takes its place. */
function useJudging(segment: TranscriptSegment | undefined, doubt: Doubt | undefined) {
  const confirm = () => {
    if (!doubt || !segment) return;
    useEdits.make([{ op: 'confirm', id: segment.id, words: confirmedWith(segment, doubt) }]);
  };
  const replace = (by: string) => {
    if (!doubt || !segment || by.trim() === '') return;
    const text = replaceAt(segment.text, doubt.offset, doubt.length, by.trim());
    useEdits.rewrite([{ id: segment.id, text }]);
  };
  const correct = () => {
    if (doubt && segment) useEdits.edit(segment.id, lettersAt(segment, doubt));
  };
  return { confirm, replace, correct };
}

type DoubtLineProps = { doubt: Doubt | undefined; text: string; left: number };

function DoubtLine({ doubt, text, left }: DoubtLineProps) {
  return (
    <p role="status" className="min-w-0 flex-1 basis-40">
      {doubt ? (
        <>
          {ABOUT[doubt.about]}
          {doubt.about === 'word' && (
            <>
              : <strong>{text.slice(doubt.offset, doubt.offset + doubt.length)}</strong>
            </>
          )}
          <span className="ms-2 whitespace-nowrap text-soft tabular-nums">{left} left</span>
        </>
      ) : (
        'Done: nothing doubtful is left.'
      )}
    </p>
  );
}

type ReplaceFieldProps = {
  ref: RefObject<HTMLInputElement | null>;
  onReplace: (by: string) => void;
};

/** What was said instead of the word. Enter replaces it and gives the keyboard back to the review. */
function ReplaceField({ ref, onReplace }: ReplaceFieldProps) {
  const [text, setText] = useState('');
  const scope = { within: ref, alone: true };
  const leave = () => ref.current?.blur();
  usePageKeys(
    REVIEW_FIELD_KEYS,
    {
      replace: () => {
        onReplace(text);
        leave();
      },
      // It leaves the field, and only a second time the review.
      cancel: leave,
    },
    scope,
  );
  return (
    <input
      ref={ref}
      dir="auto"
      aria-label="Replace the word with"
      placeholder="Replace with (W)"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="field h-9 w-40 px-2.5"
    />
  );
}
