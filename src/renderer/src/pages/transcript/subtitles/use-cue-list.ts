import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { Cue } from '../../../../../shared/subtitles/subtitle-options.ts';
import { usePageOffset } from '../../../components/virtual-rows.tsx';
import { usePlayer } from '../player/player-store.ts';
import { useCurrentCue } from './current-cue.tsx';

/** Room for what stays at the edges of the window: the head with the cue below it, and the player. */
const TOP_ROOM = 280;
const BOTTOM_ROOM = 96;

/** The cues in view of a list that follows the recording; by their keys they are the same where others come before. */
export function useCueList(cues: readonly Cue[], keys?: readonly string[]) {
  const current = useCurrentCue(cues);
  const list = useRef<HTMLOListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: cues.length,
    estimateSize: () => 60,
    overscan: 8,
    getItemKey: useCallback((index: number) => keys?.[index] ?? index, [keys]),
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: TOP_ROOM,
    scrollPaddingEnd: BOTTOM_ROOM,
  });
  const reveal = useEffectEvent((index: number) => virtualizer.scrollToIndex(index));
  useEffect(() => {
    const { playing, following } = usePlayer.getState();
    if (playing && following && current >= 0) reveal(current);
  }, [current]);
  return { current, list, virtualizer };
}
