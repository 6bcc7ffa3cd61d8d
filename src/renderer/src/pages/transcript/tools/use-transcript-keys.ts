import { useEffect } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { usePageKeys } from '../../../components/page-keys.ts';
import { type Place, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { SKIP_MS, toggleLoop } from '../player/controls.ts';
import { askForClip, askWhoSpeaks } from '../reading/give-menu.tsx';
import { findDoubts, lettersAt, segmentAt, wordsOf } from '../reading/places.ts';
import { stepDoubt } from './step-doubt.ts';

type Keys = {
  segments: readonly TranscriptSegment[];
  onShow: (segment: number) => void;
  onHelp: () => void;
  onExport: () => void;
};

/** The keyboard of the transcript. */
export function useTranscriptKeys({ segments, onShow, onHelp, onExport }: Keys): void {
  const player = usePlayer.getState;

  const goToSegment = (step: 1 | -1) => {
    const current = segmentAt(segments, player().timeMs);
    const next = segments[(current?.id ?? 0) + step];
    if (!next) return;
    useEdits.getState().choose(null);
    player().seek(next.start * 1000);
    onShow(next.id);
  };

  /** What is being reviewed or was found, else what plays: the word, and where in it writing begins. */
  const place = (): Place | null => {
    const { doubt } = useFind.getState();
    const doubts = doubt === null ? [] : findDoubts(segments);
    const reviewed = doubts[Math.min(doubt ?? 0, doubts.length - 1)];
    const { chosen } = useEdits.getState();
    const found = reviewed ?? chosen;
    if (found) return lettersAt(segments[found.segment]?.text ?? '', found);
    const { timeMs } = player();
    const segment = segmentAt(segments, timeMs);
    const word = segment && wordsOf(segment).findLast(({ startMs }) => startMs <= timeMs + 1);
    const { offset = 0, text: { length } = { length: 0 } } = word ?? {};
    return segment ? lettersAt(segment.text, { segment: segment.id, offset, length }) : null;
  };
  const correct = () => {
    const at = place();
    if (at) useEdits.getState().edit(at.segment, at);
  };

  const actions: Record<string, () => void> = {
    ' ': () => player().toggle(),
    k: () => player().toggle(),
    ArrowLeft: () => player().skip(-SKIP_MS),
    j: () => player().skip(-SKIP_MS),
    ArrowRight: () => player().skip(SKIP_MS),
    l: () => player().skip(SKIP_MS),
    ArrowUp: () => goToSegment(-1),
    ArrowDown: () => goToSegment(1),
    '[': () => player().stepRate(-1),
    ']': () => player().stepRate(1),
    r: toggleLoop,
    e: correct,
    Enter: correct,
    s: () => askWhoSpeaks(place()?.segment ?? null),
    c: () => askForClip(place()?.segment ?? null),
    '/': () => useFind.getState().show(),
    ',': () => stepDoubt(segments, -1),
    '.': () => stepDoubt(segments, 1),
    '?': onHelp,
    Escape: () => useFind.getState().setDoubt(null),
  };
  const withControl: Record<string, () => void> = {
    z: () => useEdits.getState().undo(),
    y: () => useEdits.getState().redo(),
    f: () => useFind.getState().show(),
    s: onExport,
  };

  usePageKeys((event, inField) => {
    if (event.altKey || inField) return false;
    const control = event.ctrlKey || event.metaKey;
    const action =
      control && event.shiftKey && event.key.toLowerCase() === 'z'
        ? () => useEdits.getState().redo()
        : (control ? withControl : actions)[event.key];
    action?.();
    return action !== undefined;
  });
  useEffect(() => {
    // What plays is corrected where it plays, and no longer where something was found.
    const forget = usePlayer.subscribe(({ playing }, before) => {
      if (playing && !before.playing) useEdits.getState().choose(null);
    });
    return forget;
  }, []);
}
