import { useEffect } from 'react';
import { TRANSCRIPT_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { segmentsShown, useEdits } from '../../stores/transcript/edit-store.ts';
import type { Place } from '../../text/segment.ts';
import { findDoubts } from './editing/doubts.ts';
import { stepDoubt } from './editing/review-bar.tsx';
import { useFind } from './find/find-store.ts';
import { segmentElement } from './highlights/highlighted-words.ts';
import { markWords } from './highlights/mark-words.ts';
import { selectedText } from './highlights/selected-text.ts';
import { askForClip } from './highlights/selection-buttons.tsx';
import { openDialog, openExport } from './open-dialog.ts';
import { SKIP_MS, toggleLoop } from './player/controls.ts';
import { usePlayer } from './player/player-store.ts';
import { showSegment } from './reading/go-to-text.ts';
import { lettersAt, segmentAt, wordsOf } from './reading/words-at.ts';
import { askWhoSpeaks } from './speakers/open-name-field.ts';

export function useTranscriptKeys(): void {
  const player = usePlayer.getState;

  const goOn = (step: 1 | -1) => {
    const segments = segmentsShown();
    const current = segmentAt(segments, player().timeMs);
    const next = segments[(current?.id ?? 0) + step];
    if (!next) return;
    useEdits.choose(null);
    usePlayer.seek(next.start * 1000);
    showSegment(next.id);
  };

  /** What is selected, is being reviewed or was found, else what plays: whole words. */
  const place = (): Place | null => {
    const segments = segmentsShown();
    const { first, last } = selectedText()?.selected ?? {};
    const selected = first && segments[first.id];
    if (selected) {
      // A sentence is written in at a time.
      const to = last?.id === first.id ? last.offset : selected.text.length;
      return lettersAt(selected, { offset: first.offset, length: to - first.offset });
    }
    const { doubt } = useFind.getState();
    const doubts = doubt === null ? [] : findDoubts(segments);
    const reviewed = doubts[Math.min(doubt ?? 0, doubts.length - 1)];
    const { chosen } = useEdits.getState();
    const found = reviewed ?? chosen;
    const { timeMs } = player();
    const segment = found ? segments[found.segment] : segmentAt(segments, timeMs);
    if (!segment) return null;
    if (found) return lettersAt(segment, found);
    const word = wordsOf(segment).findLast(({ startMs }) => startMs <= timeMs + 1);
    return lettersAt(segment, { offset: word?.offset ?? 0, length: word?.text.length ?? 0 });
  };
  const correct = () => {
    const at = place();
    if (!at) return;
    // It may be behind another tab.
    if (!segmentElement(at.segment)) showSegment(at.segment);
    useEdits.edit(at.segment, at);
  };

  usePageKeys(TRANSCRIPT_KEYS, {
    play: () => usePlayer.toggle(),
    back: () => usePlayer.skip(-SKIP_MS),
    forward: () => usePlayer.skip(SKIP_MS),
    before: () => goOn(-1),
    after: () => goOn(1),
    slower: () => usePlayer.stepRate(-1),
    faster: () => usePlayer.stepRate(1),
    repeat: toggleLoop,
    correct,
    give: () => askWhoSpeaks(place()?.segment ?? null),
    clip: () => askForClip(place()?.segment ?? null),
    highlight: () => void markWords(place()?.segment ?? null),
    comment: () => void markWords(place()?.segment ?? null, { comment: true }),
    undo: () => useEdits.undo(),
    redo: () => useEdits.redo(),
    find: () => useFind.show(),
    doubtBefore: () => stepDoubt(-1),
    doubtAfter: () => stepDoubt(1),
    export: openExport,
    help: () => openDialog('help'),
  });
  useEffect(() => {
    // What plays is corrected where it plays, and no longer where something was found.
    const forget = usePlayer.subscribe(({ playing }, before) => {
      if (playing && !before.playing) useEdits.choose(null);
    });
    return forget;
  }, []);
}
