import { useEffect, useEffectEvent } from 'react';
import type { TranscriptView } from '../../../route.ts';
import { toasts } from '../../../stores/toasts.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useRetiming } from '../../../stores/transcript/retiming-store.ts';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { goneText, type NamedStep } from '../../../text/step-name.ts';
import { goToView, showSegment } from '../reading/go-to-text.ts';
import { segmentAt } from '../reading/words-at.ts';

/** What was undone or redone is brought into view, on its own tab; what has no place is said. */
export function useGoneStep(tab: TranscriptView): void {
  const gone = useEdits((state) => state.gone);
  const show = useEffectEvent(() => {
    if (!gone) return;
    const { kind, about } = gone;
    if (kind.startsWith('cue')) {
      goToView('subtitles');
      useRetiming.seek((about?.start ?? 0) * 1000);
      void useTranslations.show(null);
    } else if (about?.start == null || (isMerge(about) && tab !== 'read' && tab !== 'speakers')) {
      toasts.add({ id: 'gone', title: goneText(gone), timeout: 4000 });
    } else if (tab !== 'speakers' || kind !== 'speaker') {
      showSegment(segmentAt(segmentsShown(), about.start * 1000)?.id ?? 0);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is what leads there.
  useEffect(() => show(), [gone]);
}

/** All that a speaker says is in no one place. */
const isMerge = ({ name, of }: NonNullable<NamedStep['about']>) => name !== null && of !== null;
