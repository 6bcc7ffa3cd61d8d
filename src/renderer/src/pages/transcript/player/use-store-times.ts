import { useEffect } from 'react';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { useCues } from '../../../stores/transcript/cue-store.ts';
import { useRetiming } from '../../../stores/transcript/retiming-store.ts';
import { draftOf, rewrite } from '../panels/subtitles/cue-changes.ts';

/** Stores the times that a subtitle was given on the waveform, once nothing moves them any more: one step to undo. */
export function useStoreTimes(cues: readonly EditedCue[], index: number): void {
  const { times, held, writing } = useRetiming();
  const saving = useCues((state) => state.saving);
  useEffect(() => {
    const cue = cues[index];
    if (!times || held || writing || saving || !cue) return;
    const { startMs, endMs } = times;
    const { settle } = useRetiming.getState();
    if (startMs === cue.startMs && endMs === cue.endMs) settle(times);
    else {
      void useCues
        .getState()
        .write(rewrite(cues, index, { ...draftOf(cue), startMs, endMs }))
        .then(() => settle(times));
    }
  }, [cues, index, times, held, writing, saving]);
}
