import { useEffect, useEffectEvent } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { SKIP_MS, toggleLoop } from '../player/controls.ts';
import { findDoubts, segmentAt } from '../reading/places.ts';
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
    player().seek(next.start * 1000);
    onShow(next.id);
  };

  /** What is being reviewed, else what is heard. */
  const correct = () => {
    const { doubt } = useFind.getState();
    const reviewed = doubt === null ? undefined : findDoubts(segments)[doubt]?.segment;
    const segment = reviewed ?? segmentAt(segments, player().timeMs)?.id;
    useEdits.getState().edit(segment ?? null);
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
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether the key belongs to what has the focus: a field, an open menu or dialog, a button for the space bar. */
function isOccupied(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input, textarea, select')) return true;
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  if (target.closest('[role="tablist"]') && key.startsWith('Arrow')) return true;
  return key === ' ' && target.closest('button, a, [role="tab"]') !== null;
}
