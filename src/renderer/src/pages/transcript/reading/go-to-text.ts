/** Ways to a place in the open transcript, whose text may first have to come back from behind another tab. */
import { createRef } from 'react';
import { type TranscriptView, toRoute, transcriptPath } from '../../../route.ts';
import { navigate } from '../../../router.ts';
import { segmentsShown } from '../../../stores/transcript/edit-store.ts';
import { usePlayer } from '../player/player-store.ts';
import { segmentAt } from './words-at.ts';

type ShownText = {
  /** Brings a segment into view; `head` shows the chapter's title above it, too. */
  show: (segment: number, options?: { head: boolean }) => void;
};

/** The text, while it is shown. */
export const shownText = createRef<ShownText>();

export function goToView(view: TranscriptView): void {
  const route = toRoute(location.pathname + location.search);
  if (route.page === 'transcript' && route.view !== view) navigate(transcriptPath(route.id, view));
}

export function showSegment(segment: number): void {
  goToView('read');
  requestAnimationFrame(() => shownText.current?.show(segment));
}

export function goToSegment(segment: number): void {
  jump(segment, (segmentsShown()[segment]?.start ?? 0) * 1000);
}

export function goToMoment(ms: number): void {
  jump(segmentAt(segmentsShown(), ms)?.id ?? 0, ms);
}

function jump(segment: number, ms: number): void {
  goToView('read');
  usePlayer.seek(ms);
  requestAnimationFrame(() => shownText.current?.show(segment, { head: true }));
}
