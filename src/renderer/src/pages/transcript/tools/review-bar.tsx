import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { type Doubt, findDoubts } from '../reading/places.ts';
import { stepDoubt } from './step-doubt.ts';
import { useChosenPlace } from './use-chosen-place.ts';

/** A word is easier to judge with a little of what was said before it. */
const LEAD_MS = 700;

type ReviewBarProps = { segments: readonly TranscriptSegment[]; onShow: (segment: number) => void };

/** They stay while somebody writes, so that the page does not go on to the next under the hand. */
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
  repetition: 'This may go round in circles',
  too_fast: 'This is too much text for its time',
  no_speech: 'Hardly anybody speaks here',
} as const;

/** Steps through what the engine was not sure of; each is heard. */
export function ReviewBar({ segments, onShow }: ReviewBarProps) {
  const doubt = useFind((state) => state.doubt) ?? 0;
  const setDoubt = useFind((state) => state.setDoubt);
  const edit = useEdits((state) => state.edit);
  const doubts = useDoubts(segments);
  const at = Math.min(doubt, doubts.length - 1);
  const current = doubts[at];
  const text = current && segments[current.segment]?.text;
  useChosenPlace(current, onShow);

  const hear = useEffectEvent(() => {
    if (!current) return;
    usePlayer.getState().seek(current.startMs - LEAD_MS);
    usePlayer.getState().play();
  });
  const { segment: inSegment, offset } = current ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is what makes it heard.
  useEffect(() => hear(), [inSegment, offset]);

  return (
    <section
      aria-label="Review"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel p-2 pl-3.5 text-sm"
    >
      <p role="status" className="min-w-0 flex-1">
        {current ? (
          <>
            {ABOUT[current.about]}, {at + 1} of {doubts.length}
            {current.about === 'word' && (
              <>
                : <strong>{text?.slice(current.offset, current.offset + current.length)}</strong>
              </>
            )}
          </>
        ) : (
          'Nothing doubtful is left.'
        )}
      </p>
      <IconButton label="Last doubtful word" tip="Back (,)" onClick={() => stepDoubt(segments, -1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next doubtful word" tip="Next (.)" onClick={() => stepDoubt(segments, 1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <Button disabled={!current} onClick={() => current && edit(current.segment, current)}>
        <Pencil aria-hidden />
        Correct
      </Button>
      <IconButton label="End the review" tip="Close (Esc)" onClick={() => setDoubt(null)}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
