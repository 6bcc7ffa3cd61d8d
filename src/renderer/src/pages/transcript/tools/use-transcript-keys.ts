import { useEffect, useEffectEvent } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { type Place, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { SKIP_MS, toggleLoop } from '../player/controls.ts';
import { askForClip, askWhoSpeaks } from '../reading/give-menu.tsx';
import { findDoubts, segmentAt, wordsOf } from '../reading/places.ts';
import { stepDoubt } from './step-doubt.ts';

type Keys = {
  segments: readonly TranscriptSegment[];
  onShow: (segment: number) => void;
  onHelp: () => void;
  onExport: () => void;
};

/** The keyboard of the transcript; silent in fields, in menus and in dialogs. */
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
    if (reviewed) return reviewed;
    if (chosen) return wholeWords(segments[chosen.segment]?.text ?? '', chosen);
    const { timeMs } = player();
    const segment = segmentAt(segments, timeMs);
    const word = segment && wordsOf(segment).findLast(({ startMs }) => startMs <= timeMs + 1);
    return segment ? { segment: segment.id, offset: word?.offset ?? 0, length: 0 } : null;
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

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isOccupied(event)) return;
    const control = event.ctrlKey || event.metaKey;
    // In the review it says that the word is right.
    if (event.key === 'Enter' && useFind.getState().doubt !== null) return;
    const action =
      control && event.shiftKey && event.key.toLowerCase() === 'z'
        ? () => useEdits.getState().redo()
        : (control ? withControl : actions)[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    // What plays is corrected where it plays, and no longer where something was found.
    const forget = usePlayer.subscribe(({ playing }, before) => {
      if (playing && !before.playing) useEdits.getState().choose(null);
    });
    return () => {
      document.removeEventListener('keydown', listen);
      forget();
    };
  }, []);
}

/** A user who has found a part of a word wants to correct the word; its punctuation stays. */
function wholeWords(text: string, { segment, offset, length }: Place): Place {
  const before =
    /(?<![\p{L}\p{N}'’-])[\p{L}\p{N}'’-]*$/u.exec(text.slice(0, offset))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}'’-]*/u.exec(text.slice(offset + length))?.[0].length ?? 0;
  return { segment, offset: offset - before, length: before + length + after };
}

/** Whether the key belongs to what has the focus: a field, an open menu or dialog, a button for the space bar. */
function isOccupied(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input, textarea, select')) return true;
  if (target.closest('[role="dialog"], [role="alertdialog"]')) return true;
  // It gets the focus a moment after it is there.
  if (document.querySelector('[role="menu"]')) return true;
  if (target.closest('[role="tablist"]') && key.startsWith('Arrow')) return true;
  if (key !== ' ' && key !== 'Enter') return false;
  return target.closest('button, a, summary, [role="tab"], [role="slider"]') !== null;
}
