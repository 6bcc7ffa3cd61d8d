import { useEffect } from 'react';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useRetiming } from '../../../stores/transcript/retiming-store.ts';
import { draftOf, rewrite } from '../subtitles/cue-changes.ts';

/** Stores the times that a subtitle was given on the waveform, once nothing moves them any more: one step to undo. */
export function useStoreTimes(cues: readonly EditedCue[], index: number): void {
  const times = useRetiming((state) => state.times);
  const held = useRetiming((state) => state.held);
  const writing = useRetiming(({ text }) => text !== null);
  useEffect(() => {
    const cue = cues[index];
    if (!times || held || writing || !cue) return;
    const { startMs, endMs } = times;
    if (startMs !== cue.startMs || endMs !== cue.endMs) {
      useEdits.getState().make([rewrite(cues, index, { ...draftOf(cue), startMs, endMs })]);
    }
    useRetiming.getState().settle(times);
  }, [cues, index, times, held, writing]);
}
